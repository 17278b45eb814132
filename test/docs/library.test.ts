import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../src/simulator/start-simulator.ts";

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** What each example prints, in the order of the page. */
const PRINTED: readonly RegExp[] = [
  /^value object\njson_schema openai_strict null 1\n$/,
  /^city,degrees\n$/,
  /^prompt_only none true\n$/,
  /^true\n$/,
  /^json_schema openai_strict enforced\n$/,
  /^ok python_bools \{"clear":true,"steps":\["a","b"\]\}\ntruncated\n$/,
  /^true false\n$/,
  /^tester true 3\n$/,
];

const examples = [
  ...readFileSync(join(ROOT, "docs/library.md"), "utf8").matchAll(/^```js\n(.*?)^```$/gms),
].map((match) => match[1] ?? "");

let folder: string;
let simulator: Simulator;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "slmcode-test-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/slmcode"), "junction");
  simulator = await startSimulator({ profile: "llamacpp-b11434", seed: 1 });
});

afterAll(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

test("every example of the page has an expectation here", () => {
  expect(examples.length).toBe(PRINTED.length);
});

test.each(PRINTED.map((printed, index) => ({ number: index + 1, printed, code: examples[index] ?? "" })))(
  "example $number of the library's page runs and prints what it says",
  async ({ number, printed, code }) => {
    const file = join(folder, `example-${number}.mjs`);
    writeFileSync(file, `const endpoint = ${JSON.stringify(simulator.url)};\n${code}`);
    const { stdout } = await run(process.execPath, [file], {
      env: { PATH: process.env["PATH"], SLMCODE_HOME: join(folder, "data"), HOME: folder },
      timeout: 25_000,
    });
    expect(stdout).toMatch(printed);
  },
);

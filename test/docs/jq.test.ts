import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../src/simulator/start-simulator.ts";
import { runCli } from "../helpers/run-cli.ts";

const ROOT = join(import.meta.dirname, "../..");
const hasJq = process.platform !== "win32" && spawnSync("jq", ["--version"]).status === 0;

const pages = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
].sort();

/** Every command line of a shell block that jq is in, and the page that shows it. */
const lines = pages.flatMap((page) =>
  [...readFileSync(join(ROOT, page), "utf8").matchAll(/^```(?:sh|bash|console)\n(.*?)^```/gms)]
    .flatMap(([, block = ""]) => block.replace(/\\\n\s*/g, "").split("\n"))
    .filter((line) => /(?:^|\|\s*)jq\s/.test(line))
    .map((line) => [page, line] as const),
);

let home: string;
let simulators: readonly Simulator[];
let environment: Readonly<Record<string, string>>;

/** What a reader has at hand where the pages' commands are typed. */
const HANDS = `
slmcode() { "$NODE" "$BIN" "$@"; }
npx() { "$@"; }
git() { printf '%s\\n' '-  retries: 2' '+  retries: 20'; }
`;

function shell(line: string): Promise<{ readonly code: number | null; readonly stdout: string }> {
  const [simulator] = simulators;
  const script = HANDS + line.replaceAll("http://127.0.0.1:8080/v1", simulator?.url ?? "");
  const child = spawn("sh", ["-c", script], {
    cwd: home,
    env: {
      ...process.env,
      ...environment,
      NODE: process.execPath,
      BIN: join(ROOT, "bin/slmcode.js"),
      NO_COLOR: "1",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout }));
  });
}

/** jq prints one document after the other, each over several lines. */
function documentsIn(text: string): unknown[] {
  return JSON.parse(spawnSync("jq", ["-s", "."], { input: text, encoding: "utf8" }).stdout);
}

/** A results file with a valid value in it and one that is none. */
async function makeResults(endpoints: readonly string[]): Promise<void> {
  for (const [index, endpoint] of endpoints.entries()) {
    writeFileSync(join(home, "prompts.jsonl"), `"prompt ${index}"\n`);
    const args = ["run", "prompts.jsonl", "--contract", "review", "-o", "results.jsonl"];
    await runCli(args, { cwd: home, env: { ...environment, SLMCODE_ENDPOINT: endpoint } });
  }
}

describe.skipIf(!hasJq)("what the pages pipe into jq (skipped where jq is not installed)", () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "slmcode-test-"));
    const [enforcing, ignoring] = await Promise.all([
      startSimulator({ profile: "llamacpp-b11434", seed: 1 }),
      startSimulator({ profile: "mlx_lm-0.32", seed: 1 }),
    ]);
    simulators = [enforcing, ignoring];
    environment = {
      HOME: home,
      USERPROFILE: home,
      SLMCODE_HOME: join(home, "data"),
      SLMCODE_ENDPOINT: enforcing.url,
      SLMCODE_MODEL: "demo",
    };
    await makeResults([enforcing.url, ignoring.url]);
    await runCli(["doctor", "--refresh", "--trace", "wire.jsonl"], { cwd: home, env: environment });
  }, 120_000);

  afterAll(async () => {
    for (const each of simulators) await each.close();
    rmSync(home, { recursive: true, force: true });
  });

  test("is found at all", () => {
    expect(lines.length).toBeGreaterThanOrEqual(5);
  });

  test.each(lines)(
    "%s: %s",
    async (_page, line) => {
      const { code, stdout } = await shell(line);
      expect(code).toBe(0);
      const documents = documentsIn(stdout);
      expect(documents).not.toEqual([]);
      expect(documents).not.toContain(null);
      // A name that is not there is null in every object that the filter makes.
      const made = /\{[^{}]*\}/.test(line) ? documents.flat() : [];
      for (const key of Object.keys(made[0] ?? {}))
        expect(made.some((each) => (each as Record<string, unknown>)[key] !== null)).toBe(true);
      if (line.includes("results.jsonl")) expect(documents.flat()).not.toEqual([]);
    },
    60_000,
  );
});

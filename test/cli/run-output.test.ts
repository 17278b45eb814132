import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CliResult } from "../helpers/run-cli.ts";
import { CITY_SCHEMA, cityAnswer, type Home, moment, newHome, startPromptServer } from "./prompt-server.ts";

const BIN = join(import.meta.dirname, "../../bin/slmcode.js");
const LINES = 40;

function homeWith(lines: readonly string[]): Home {
  const home = newHome();
  writeFileSync(join(home.folder, "city.json"), JSON.stringify(CITY_SCHEMA));
  writeFileSync(join(home.folder, "in.jsonl"), lines.map((line) => `${line}\n`).join(""));
  return home;
}

function command(target: readonly string[], output = "out.jsonl"): readonly string[] {
  return ["run", "in.jsonl", ...target, "--schema", "city.json", "-o", output];
}

function linesIn({ folder }: Home): readonly number[] {
  const whole = readFileSync(join(folder, "out.jsonl"), "utf8").split("\n").slice(0, -1);
  return whole.map((line) => JSON.parse(line).line).sort((one, other) => one - other);
}

/** The built command line in a shell that did something first. */
async function inShell(
  first: string,
  rest: string,
  args: readonly string[],
  { folder }: Home,
): Promise<CliResult> {
  const child = spawn("sh", ["-c", `${first} exec "$@" ${rest}`, "sh", process.execPath, BIN, ...args], {
    cwd: folder,
    env: { ...process.env, HOME: folder, SLMCODE_HOME: join(folder, "data"), NO_COLOR: "1" },
    timeout: 60_000,
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  const [code] = await once(child, "close");
  return { code: code ?? -1, ...output };
}

describe.skipIf(process.platform === "win32")("run that has no room for its results", () => {
  test.each(["1", "4"])(
    "tells it, stops asking, and goes on once there is (%s at a time)",
    async (parallel) => {
      const home = homeWith(Array.from({ length: LINES }, (_, index) => `"prompt ${index + 1}"`));
      const server = await startPromptServer(() => cityAnswer("x".repeat(400)));
      const args = [...command(server.target), "--parallel", parallel];
      const { code, stdout, stderr } = await inShell("ulimit -f 8;", "", args, home);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(
        /out\.jsonl cannot be written \(EFBIG\)\n {2}What was finished is kept: run the same/,
      );
      expect(stderr).not.toMatch(/bug in slmcode|\bat .*\.js:\d+/);
      const finished = linesIn(home).length;
      expect(finished).toBeGreaterThan(0);
      expect(server.prompts().length).toBeLessThan(LINES);
      expect(existsSync(join(home.folder, "out.jsonl.lock"))).toBe(false);

      const again = await home.run(args);
      expect([again.code, again.stdout.split(",")[0]]).toEqual([
        0,
        `${LINES} lines: ${finished} done before`,
      ]);
      expect(linesIn(home)).toEqual(Array.from({ length: LINES }, (_, index) => index + 1));
    },
  );

  test.skipIf(!existsSync("/dev/full"))("for its summary, keeps the results and shows no stack", async () => {
    const home = homeWith(['"a"', '"b"']);
    const server = await startPromptServer((prompt) => cityAnswer(prompt));
    const { code, stderr } = await inShell("", ">/dev/full", command(server.target), home);
    expect(code).toBe(2);
    expect(stderr).toBe("slmcode: stdout cannot be written (ENOSPC)\n  Send it somewhere with room.\n");
    expect(linesIn(home)).toEqual([1, 2]);
  });
});

test("two runs that name one output in two ways do not both write to it", async () => {
  const home = homeWith(['"a"', '"b"']);
  writeFileSync(join(home.folder, "out.jsonl"), "");
  symlinkSync(join(home.folder, "out.jsonl"), join(home.folder, "link.jsonl"));
  const asked = moment();
  const released = moment();
  const server = await startPromptServer(async (prompt) => {
    asked.reach();
    await released.reached;
    return cityAnswer(prompt);
  });
  const first = home.start(command(server.target));
  await asked.reached;
  const second = await home.run(command(server.target, "link.jsonl"));
  released.reach();
  expect(second.code).toBe(2);
  expect(second.stderr).toMatch(/another run is writing to link\.jsonl/);
  expect((await first.ended).code).toBe(0);
  expect(linesIn(home)).toEqual([1, 2]);
});

test("lines with one id, lines alike and a line of megabytes are each asked once", async () => {
  const huge = "x".repeat(4 * 1024 * 1024);
  const home = homeWith([
    '{"id": 1, "prompt": "a"}',
    '{"id": 1, "prompt": "b"}',
    '"c"',
    '"c"',
    JSON.stringify(huge),
  ]);
  const server = await startPromptServer((prompt) => cityAnswer(prompt.slice(0, 1)));
  expect((await home.run(command(server.target))).code).toBe(0);
  expect(linesIn(home)).toEqual([1, 2, 3, 4, 5]);
  expect(
    server
      .prompts()
      .map((prompt) => prompt.length)
      .sort((a, b) => a - b),
  ).toEqual([1, 1, 1, 1, huge.length]);
});

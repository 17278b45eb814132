import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../src/simulator/start-simulator.ts";
import { type CliResult, runCli } from "../helpers/run-cli.ts";

let home: string;
let simulators: readonly Simulator[];
const endpoints = new Map<string, string>();

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "slmcode-test-"));
  const [enforcing, ignoring] = await Promise.all([
    startSimulator({ profile: "llamacpp-b11434", seed: 1 }),
    startSimulator({ profile: "mlx_lm-0.32", seed: 1 }),
  ]);
  simulators = [enforcing, ignoring];
  endpoints.set("that enforces", enforcing.url);
  endpoints.set("that ignores", ignoring.url);
  // Nothing listens where a simulator was just closed.
  const gone = await startSimulator({ profile: "llamacpp-b11434", seed: 1 });
  await gone.close();
  endpoints.set("that is gone", gone.url);
});

afterAll(async () => {
  for (const each of simulators) await each.close();
  rmSync(home, { recursive: true, force: true });
});

/** Every run of a target shares its data folder, so that a later status tells of the doctor before it. */
function slmcode(
  target: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CliResult> {
  const [command = "", ...rest] = args;
  return runCli([command, "--endpoint", endpoints.get(target) ?? "", "--model", "demo", ...rest], {
    env: { HOME: home, USERPROFILE: home, COLUMNS: "80", SLMCODE_HOME: join(home, "data"), ...env },
    cwd: home,
  });
}

/** Ports, times, versions and the gap before a time differ from run to run. */
function steady(text: string): string {
  return text
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replace(/\d+(?:\.\d+)? (ms|s)\b(?= ago|, | \(|;|\u001b|$| {2})/gm, (whole, unit) =>
      /^(?:300000|600000)/.test(whole) ? whole : `TIME ${unit}`,
    )
    .replace(/(slmcode doctor(?:\u001b\[\d+m)*) \d+\.\d+\.\d+\S*/, "$1 VERSION")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "DATE");
}

const TARGETS = ["that enforces", "that ignores", "that is gone"] as const;
const COMMANDS = ["doctor", "readiness", "status"] as const;
const CASES = TARGETS.flatMap((target) => COMMANDS.map((command) => [command, target] as const));

describe.each(CASES)("%s of an endpoint %s", (command, target) => {
  // The age of a measurement stays below a minute, however slow the machine.
  beforeAll(async () => {
    if (command !== "doctor") await slmcode(target, ["doctor", "--refresh"]);
  });

  test("reads like this, in at most 80 columns", async () => {
    const { stdout, stderr, code } = await slmcode(target, [command]);
    expect(stderr).toBe("");
    expect(stdout.split("\n").filter((line) => line.length > 80 || /\s$/.test(line))).toEqual([]);
    expect(`${steady(stdout)}exit ${code}`).toMatchSnapshot();
  });

  test("has the same words in colour, and every colour ends on its line", async () => {
    // The test before measured: all of doctor's runs here are answered from the cache.
    const plain = await slmcode(target, [command]);
    const colored = await slmcode(target, [command], { FORCE_COLOR: "1" });
    expect(colored.stdout).toContain("\u001b[");
    expect(steady(stripVTControlCharacters(colored.stdout))).toBe(steady(plain.stdout));
    expect(colored.stdout.split("\n").filter((line) => leavesColour(line))).toEqual([]);
    expect(steady(colored.stdout).replaceAll("\u001b", "ESC")).toMatchSnapshot();
  });

  test("is the same in a pipe, with NO_COLOR and with --no-color", async () => {
    const runs = await Promise.all([
      slmcode(target, [command]),
      slmcode(target, [command], { NO_COLOR: "1" }),
      slmcode(target, [command, "--no-color"], { FORCE_COLOR: "1" }),
    ]);
    for (const { stdout } of runs) expect(stdout).not.toContain("\u001b");
    expect(new Set(runs.map(({ stdout }) => steady(stdout))).size).toBe(1);
  });
});

/** What was opened and not closed again at the end of a line. */
function leavesColour(line: string): boolean {
  const codes = [...line.matchAll(/\u001b\[(\d+)m/g)].map(([, code]) => Number(code));
  const closes = (code: number): boolean => code === 0 || code === 22 || code === 39;
  const opened = codes.filter((code) => !closes(code)).length;
  return opened !== codes.length - opened;
}

test("status tells the score of its own endpoint and model alone", async () => {
  const status = async (...args: readonly string[]): Promise<string> =>
    (await slmcode("that ignores", ["status", ...args])).stdout;
  expect(await status()).toContain("readiness   49 of 100");
  expect(await status("--model", "another")).toContain("readiness   not scored yet");
});

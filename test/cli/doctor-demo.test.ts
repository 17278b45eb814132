import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportProblems } from "../helpers/report-validator.ts";
import { type CliResult, runCli } from "../helpers/run-cli.ts";

let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "slmcode-test-"));
});

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

function doctor(args: readonly string[], env: Record<string, string> = {}): Promise<CliResult> {
  return runCli(["doctor", ...args], {
    env: { HOME: home, SLMCODE_HOME: join(home, "data"), ...env },
    cwd: home,
  });
}

/** Ports and times differ from run to run. */
function steady(text: string): string {
  return text.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT").replace(/\d+(?:\.\d+)? (?:ms|s)\b/g, "TIME");
}

describe("doctor --demo", () => {
  test("prints a plain report of at most 80 columns and leaves nothing behind", async () => {
    const { code, stdout, stderr } = await doctor(["--demo"]);
    expect(code).toBe(0);
    expect(stderr).toContain("This is a demonstration");
    expect(stdout).not.toContain("\u001b");
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(steady(stdout)).toMatchSnapshot();
    expect(readdirSync(home)).toEqual([]);
  });

  test("has the same words in colour", async () => {
    const plain = await doctor(["--demo"]);
    const colored = await doctor(["--demo"], { FORCE_COLOR: "1" });
    expect(colored.stdout).toContain("\u001b[32m");
    expect(steady(colored.stdout.replace(/\u001b\[\d+m/g, ""))).toBe(steady(plain.stdout));
  });

  test.each([
    [["--no-color"], { FORCE_COLOR: "1" }],
    [[], { NO_COLOR: "1" }],
    [[], {}],
  ])("has no colour with %j and %j", async (args, env) => {
    const { stdout } = await doctor(["--demo", ...args], env);
    expect(stdout).not.toContain("\u001b");
  });

  test("gives one JSON document in the promised shape, also with --all", async () => {
    for (const args of [["--json"], ["--json", "--all"]]) {
      const { code, stdout } = await doctor(["--demo", ...args], { FORCE_COLOR: "1" });
      const report = JSON.parse(stdout);
      expect(reportProblems("doctor", report)).toEqual([]);
      expect(report).toMatchObject({
        exit_code: code,
        connection: { state: "ok", rung: "json_schema", verdict: "enforced", provider: "llamacpp" },
      });
    }
  });

  test("sends three requests where json_schema is enforced", async () => {
    const { stdout } = await doctor(["--demo", "--json"]);
    expect(JSON.parse(stdout).cost.requests).toBe(3);
  });

  test.each([
    ["warn", 1],
    ["fail", 0],
    ["never", 0],
  ])("with --fail-on %s ends with %i, since the demonstration has a warning", async (failOn, code) => {
    expect((await doctor(["--demo", "--fail-on", failOn])).code).toBe(code);
  });
});

describe("doctor --explain", () => {
  test("tells a finding without looking anywhere", async () => {
    const { code, stdout } = await doctor(["--explain", "nothing_enforced"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^nothing_enforced \(\w+\)\n/);
    expect(stdout).toContain("docs/findings.md#nothing_enforced");
  });

  test("offers the nearest code", async () => {
    const { code, stdout, stderr } = await doctor(["--explain", "nothing_enforce"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Did you mean: nothing_enforced");
  });
});

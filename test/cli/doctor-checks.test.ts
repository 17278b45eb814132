import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHECKS } from "../../src/health/checks/index.ts";
import { type Simulator, startSimulator } from "../../src/simulator/start-simulator.ts";
import { reportProblems } from "../helpers/report-validator.ts";
import type { CliResult } from "../helpers/run-cli.ts";
import { newHome } from "./prompt-server.ts";

let server: Simulator;

beforeAll(async () => {
  server = await startSimulator({ profile: "llamacpp-b11434" });
});

afterAll(() => server.close());

/** The context of that simulated server is small, which is a warning. */
function doctor(...args: readonly string[]): Promise<CliResult> {
  return newHome().run(["doctor", "--endpoint", server.url, "--model", "demo", "--fail-on", "warn", ...args]);
}

describe("the checks of doctor", () => {
  test("are listed without a look at any server", async () => {
    const asked = server.requests.length;
    const { stdout, code } = await doctor("--list-checks");
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split(" ")[0]),
    ).toEqual(CHECKS.map(({ id }) => id));
    const json = await doctor("--list-checks", "--json", "--only", "structured,context");
    expect(JSON.parse(json.stdout).checks.map(({ id }: { id: string }) => id)).toEqual([
      "context",
      "structured",
    ]);
    expect(server.requests.length).toBe(asked);
  });

  test("that are left out find nothing, are told as skipped, and do not count", async () => {
    const all = await doctor("--json");
    const { findings } = JSON.parse(all.stdout);
    const warned = [...new Set(findings.map(({ check }: { check: string }) => check))].join(",");
    expect([all.code, warned]).not.toEqual([0, ""]);
    const some = await doctor("--json", "--skip", warned);
    const report = JSON.parse(some.stdout);
    expect(reportProblems("doctor", report)).toEqual([]);
    expect([some.code, report.findings]).toEqual([0, []]);
    expect(report.checks[warned.split(",")[0]!]).toMatchObject({
      status: "skip",
      summary: "left out by --only or --skip",
      findings: [],
    });
    expect(report.connection.rung).toBe("json_schema");
  });

  test("--only leaves one", async () => {
    const { checks } = JSON.parse((await doctor("--json", "--only", "structured")).stdout);
    const looked = Object.entries<{ status: string }>(checks).filter(([, { status }]) => status !== "skip");
    expect(looked.map(([id]) => id)).toEqual(["structured"]);
  });

  test.each([
    [["--only", "struktured"], /there is no check "struktured"[\s\S]*Did you mean: structured/],
    [["--skip", "context,nothing-like-it"], /there is no check "nothing-like-it"/],
    [["--only", ","], /a list of checks is empty/],
    [["--only", "context", "--skip", "context"], /no check is left/],
  ])("%j is wrong usage", async (args, said) => {
    const asked = server.requests.length;
    const { code, stdout, stderr } = await doctor(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(said);
    expect(server.requests.length).toBe(asked);
  });
});

describe("--quiet", () => {
  test("prints nothing when all is well, and the report when not", async () => {
    const skip = ["--only", "structured", "--quiet"];
    expect(await doctor(...skip)).toMatchObject({ code: 0, stdout: "" });
    const warned = await doctor("--quiet");
    expect(warned.code).toBe(1);
    expect(warned.stdout).toContain("slmcode doctor");
  });

  test("leaves a JSON report as it is", async () => {
    expect(JSON.parse((await doctor("--only", "structured", "--quiet", "--json")).stdout).exit_code).toBe(0);
  });
});

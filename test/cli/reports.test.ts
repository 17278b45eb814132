import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../src/simulator/start-simulator.ts";
import { reportProblems } from "../helpers/report-validator.ts";
import { type CliResult, runCli } from "../helpers/run-cli.ts";

let home: string;
let enforcing: Simulator;
let ignoring: Simulator;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "slmcode-test-"));
  enforcing = await startSimulator({ profile: "llamacpp-b11434", seed: 1 });
  ignoring = await startSimulator({ profile: "mlx_lm-0.32", seed: 1 });
  writeFileSync(
    join(home, ".slmcode.json"),
    JSON.stringify({
      endpoints: {
        good: { endpoint: enforcing.url, model: "demo" },
        bad: { endpoint: ignoring.url, model: "demo" },
        gone: { endpoint: "http://127.0.0.1:9/v1", model: "demo" },
      },
    }),
  );
});

afterAll(async () => {
  await enforcing.close();
  await ignoring.close();
  rmSync(home, { recursive: true, force: true });
});

function slmcode(...args: readonly string[]): Promise<CliResult> {
  return runCli(args, { env: { HOME: home, SLMCODE_HOME: join(home, "data") }, cwd: home });
}

describe("a report on several endpoints", () => {
  test("stands side by side, in at most 80 columns, and the worst exit code counts", async () => {
    const { code, stdout } = await slmcode("doctor", "--endpoints", "all");
    expect(code).toBe(1);
    const matrix = stdout.slice(stdout.indexOf("3 endpoints"));
    expect(matrix).toMatch(/good +json_schema enforced/);
    expect(matrix).toMatch(/bad +prompt_only/);
    expect(matrix).toMatch(/gone +unreachable .* exit 3/);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("is one JSON document whose reports keep the promised shape", async () => {
    const { code, stdout } = await slmcode("doctor", "--endpoints", "good,gone", "--json");
    const matrix = JSON.parse(stdout);
    expect([code, matrix.exit_code, Object.keys(matrix.reports)]).toEqual([3, 3, ["good", "gone"]]);
    expect(reportProblems("matrix", matrix)).toEqual([]);
    for (const report of Object.values(matrix.reports)) expect(reportProblems("doctor", report)).toEqual([]);
  });

  test("works for readiness", async () => {
    const { stdout } = await slmcode("readiness", "--endpoints", "good", "--json");
    expect(reportProblems("readiness", JSON.parse(stdout).reports.good)).toEqual([]);
  });

  test.each([
    [["--endpoints", "goode"], /Did you mean: good/],
    [["--endpoints", ","], /names no endpoint/],
    [["--endpoints", "good", "--endpoint", "http://127.0.0.1:1/v1"], /goes without --endpoint/],
    [["--json", "--format", "junit"], /exclude each other/],
    [["--format", "xml"], /Allowed choices/],
  ])("%j is refused as wrong usage", async (args, says) => {
    const { code, stdout, stderr } = await slmcode("doctor", ...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(says);
  });
});

describe("--format", () => {
  test("junit counts what fails, and an XML parser reads it", async () => {
    const { stdout } = await slmcode("doctor", "--endpoints", "good,bad", "--format", "junit");
    expect(stdout).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="slmcode" tests="\d+"/,
    );
    expect(stdout).toMatch(/<testcase classname="slmcode.doctor.bad" name="structured" time="0">\s+<failure/);
    expect(stdout).toMatch(
      /<testcase classname="slmcode.doctor.good" name="structured" time="0">\s+<system-out>/,
    );
    const opened = stdout.match(/<testcase /g)?.length ?? 0;
    expect(opened).toBeGreaterThan(20);
    expect(stdout.match(/<\/testcase>/g)?.length).toBe(opened);
    expect(stdout.match(/<failure /g)?.length).toBe(Number(/failures="(\d+)"/.exec(stdout)?.[1]));
  });

  test("github gives one annotation a finding and the outcome as a notice", async () => {
    const { stdout } = await slmcode("doctor", "--use", "bad", "--format", "github");
    const lines = stdout.trimEnd().split("\n");
    expect(lines.every((line) => /^::(?:error|warning|notice) title=[^:]+::/.test(line))).toBe(true);
    expect(lines.some((line) => line.startsWith("::error title=slmcode doctor%3A "))).toBe(true);
    expect(lines.at(-1)).toMatch(/^::notice title=slmcode doctor::asked auto, got prompt_only/);
  });

  test("markdown has a matrix, the checks and the evidence", async () => {
    const { stdout } = await slmcode("doctor", "--endpoints", "good,bad", "--format", "markdown");
    expect(stdout).toMatch(/^\| endpoint \| model \| state \|/);
    expect(stdout).toContain("| good | demo | ok | json\\_schema | openai\\_strict | enforced | 0 | 0 |");
    expect(stdout).toContain("## slmcode doctor: bad");
  });

  test("prometheus names each metric once, with escaped labels", async () => {
    const { stdout } = await slmcode("doctor", "--endpoints", "good,gone", "--format", "prometheus");
    expect(stdout).toContain(
      `slmcode_endpoint_up{endpoint="${enforcing.url}",name="good",model="demo",command="doctor"} 1`,
    );
    expect(stdout).toMatch(
      /slmcode_endpoint_up\{endpoint="http:\/\/127.0.0.1:9\/v1",name="gone",model="demo",command="doctor"\} 0/,
    );
    const types = stdout.match(/^# TYPE .*$/gm) ?? [];
    expect(new Set(types).size).toBe(types.length);
    for (const line of stdout.trimEnd().split("\n"))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) .+|[a-z_]+\{(?:[a-z_]+="(?:[^"\\]|\\.)*",?)*\} [0-9.e+-]+)$/);
  });
});

describe("--output", () => {
  test("makes folders, replaces the file whole and leaves stdout empty", async () => {
    const folder = join(home, "deep", "er");
    const args = ["doctor", "--use", "good", "--format", "junit", "--output", "deep/er/report.xml"];
    const first = await slmcode(...args);
    expect([first.code, first.stdout]).toEqual([0, ""]);
    expect(first.stderr).toContain("report written to deep/er/report.xml");
    writeFileSync(join(folder, "report.xml"), "x".repeat(1_000_000));
    await slmcode(...args);
    expect(readFileSync(join(folder, "report.xml"), "utf8")).toMatch(/^<\?xml.*<\/testsuites>\n$/s);
    expect(readdirSync(folder)).toEqual(["report.xml"]);
  });

  test("says so when the file cannot be written", async () => {
    writeFileSync(join(home, "a-file"), "kept");
    const { code, stderr } = await slmcode("doctor", "--use", "good", "--output", "a-file/report.txt");
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot be written to a-file\/report.txt \((?:EEXIST|ENOTDIR)\)/);
    expect(readFileSync(join(home, "a-file"), "utf8")).toBe("kept");
  });

  test("serves several processes that write the same file at once", async () => {
    const runs = Array.from({ length: 6 }, () =>
      slmcode("doctor", "--use", "good", "--json", "--output", "same.json"),
    );
    expect((await Promise.all(runs)).map((each) => each.code)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(JSON.parse(readFileSync(join(home, "same.json"), "utf8")).connection.state).toBe("ok");
  });
});

test("reports go through jq as the documentation says", async () => {
  const { stdout } = await slmcode("doctor", "--use", "good", "--json");
  let hasJq = true;
  try {
    execFileSync("jq", ["--version"]);
  } catch {
    hasJq = false;
  }
  const connection = hasJq
    ? JSON.parse(execFileSync("jq", [".connection"], { input: stdout, encoding: "utf8" }))
    : JSON.parse(stdout).connection;
  expect(connection).toMatchObject({ state: "ok", rung: "json_schema", verdict: "enforced" });
});

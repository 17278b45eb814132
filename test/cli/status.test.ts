import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../src/simulator/start-simulator.ts";
import { reportProblems } from "../helpers/report-validator.ts";
import { type CliResult, runCli } from "../helpers/run-cli.ts";

let home: string;
let simulator: Simulator;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "slmcode-test-"));
  simulator = await startSimulator({ profile: "llamacpp-b11434", seed: 1 });
});

afterAll(async () => {
  await simulator.close();
  rmSync(home, { recursive: true, force: true });
});

function slmcode(...args: readonly string[]): Promise<CliResult> {
  return runCli(args, { env: { HOME: home, SLMCODE_HOME: join(home, "data") }, cwd: home });
}

function statusOf({ stdout }: CliResult): {
  readonly connection: Record<string, unknown>;
  exit_code: number;
} {
  const report = JSON.parse(stdout);
  expect(reportProblems("status", report)).toEqual([]);
  return report;
}

describe("status", () => {
  test("knows nothing of an endpoint that was never probed, and generates nothing", async () => {
    const before = simulator.requests.filter((each) => each.method === "POST").length;
    const result = await slmcode("status", "--endpoint", simulator.url, "--model", "demo", "--json");
    expect(result.code).toBe(0);
    expect(statusOf(result).connection).toMatchObject({ state: "ok", rung: "prompt_only", probed_at: null });
    expect(simulator.requests.filter((each) => each.method === "POST").length).toBe(before);
  });

  test("answers from cache what doctor found, by one GET", async () => {
    const target = ["--endpoint", simulator.url, "--model", "demo"];
    const measured = JSON.parse((await slmcode("doctor", ...target, "--json")).stdout);
    const before = simulator.requests.length;
    const { connection } = statusOf(await slmcode("status", ...target, "--json"));
    expect(connection).toMatchObject({
      rung: measured.connection.rung,
      wire_form: measured.connection.wire_form,
      verdict: "enforced",
      probed_at: measured.connection.probed_at,
      from_cache: true,
    });
    const sent = simulator.requests.slice(before);
    expect(sent.map((each) => each.method)).toEqual(["GET"]);
  });

  test("shows the floor while structured_decoding is off, and what auto would get", async () => {
    await slmcode("config", "set", "structured_decoding", "off");
    const target = ["--endpoint", simulator.url, "--model", "demo"];
    const { connection } = statusOf(await slmcode("status", ...target, "--json"));
    await slmcode("config", "unset", "structured_decoding");
    expect(connection).toMatchObject({ mode: "off", rung: "prompt_only", wire_form: "none" });
    expect(connection["reason"]).toMatch(/is off .*auto would get json_schema as openai_strict/);
  });

  test("takes an unreachable endpoint for an answer: exit code 3, the whole document", async () => {
    const result = await slmcode(
      "status",
      "--endpoint",
      "http://127.0.0.1:9/v1",
      "--model",
      "demo",
      "--json",
    );
    expect(result.code).toBe(3);
    const report = statusOf(result);
    expect([report.exit_code, report.connection["state"]]).toEqual([3, "unreachable"]);
    expect(result.stderr).toBe("");
  });

  test("takes a damaged settings file for wrong configuration, and leaves it alone", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "slmcode-test-"));
    writeFileSync(join(elsewhere, ".slmcode.json"), '{"endpoint": ');
    const { code, stdout, stderr } = await runCli(["status", "--json"], {
      env: { HOME: elsewhere, SLMCODE_HOME: join(elsewhere, "data") },
      cwd: elsewhere,
    });
    rmSync(elsewhere, { recursive: true });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/\.slmcode\.json/);
    expect(stderr).not.toMatch(/at .*\.js:\d+/);
  });

  test("fits one screen of 80 columns", async () => {
    const { stdout } = await slmcode("status", "--endpoint", simulator.url, "--model", "demo");
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });
});

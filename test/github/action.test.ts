import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { startSimulator } from "../../src/simulator/start-simulator.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const ROOT = join(import.meta.dirname, "../..");
const ACTION = parse(readFileSync(join(ROOT, ".github/actions/slmcode/action.yml"), "utf8"));

interface Ran {
  /** The working folder. */
  readonly folder: string;
  readonly code: number;
  readonly stdout: string;
  readonly summary: string;
  /** `null` where none was written. */
  readonly junit: string | null;
}

/** Runs one step of the action as a runner does: its script by bash, with the inputs in its environment. */
async function runStep(name: string, profile: string, inputs: Record<string, string> = {}): Promise<Ran> {
  const simulator = await startSimulator({ profile, seed: 1 });
  onTestFinished(() => simulator.close());
  const folder = temporaryFolder();
  const bin = join(folder, "slmcode/node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  const started = `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, "bin/slmcode.js")}" "$@"\n`;
  writeFileSync(join(bin, "slmcode"), started, { mode: 0o755 });
  const defaults = Object.entries<{ default?: string }>(ACTION.inputs).map(([key, input]) => [
    key,
    input.default ?? "",
  ]);
  const given: Record<string, string> = {
    ...Object.fromEntries(defaults),
    endpoint: simulator.url,
    model: "demo",
    ...inputs,
  };
  const step = ACTION.runs.steps.find((each: { name: string }) => each.name === name);
  const env = Object.entries<string>(step.env).map(([variable, expression]) => [
    variable,
    given[/inputs\.([\w-]+)/.exec(expression)?.[1] ?? ""] ?? "",
  ]);
  const summary = join(folder, "summary.md");
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      SLMCODE_HOME: join(folder, "data"),
      GITHUB_ACTIONS: "true",
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: folder,
      ...Object.fromEntries(env),
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (ended) => resolve(ended ?? -1));
  });
  const text = (path: string): string | null => (existsSync(path) ? readFileSync(path, "utf8") : null);
  return {
    folder,
    code,
    stdout,
    summary: text(summary) ?? "",
    junit: text(join(folder, "slmcode-junit.xml")),
  };
}

describe.skipIf(process.platform === "win32")("the action, step by step as a runner takes it", () => {
  test("passes a server that enforces, with a summary and a JUnit report", async () => {
    const { code, stdout, summary, junit } = await runStep("doctor", "llamacpp-b11434");
    expect(code).toBe(0);
    expect(stdout).not.toContain("::error");
    expect(summary).toContain("openai\\_strict | enforced");
    expect(junit).toMatch(/<testsuites[^>]* failures="0"/);
  });

  test("fails for a server that drops the field in silence, and says so in an annotation", async () => {
    const { code, stdout, summary, junit } = await runStep("doctor", "mlx_lm-0.32");
    expect(code).toBe(1);
    expect(stdout).toContain("::error");
    expect(stdout).toContain("nothing_enforced");
    expect(summary).toContain("`nothing_enforced`");
    expect(junit).toContain("<failure");
  });

  test("keeps to fail-on", async () => {
    expect((await runStep("doctor", "mlx_lm-0.32", { "fail-on": "never" })).code).toBe(0);
    expect((await runStep("doctor", "llamacpp-b11434", { "fail-on": "warn" })).code).toBe(1);
  });

  test.each([
    ["10", 0],
    ["100", 1],
  ])("asks for a readiness score of %s", async (minimum, expected) => {
    const { code } = await runStep("readiness", "llamacpp-b11434", { "min-score": minimum });
    expect(code).toBe(expected);
  });

  test("takes an input for a word and not for shell", async () => {
    const model = "$(touch owned); touch owned #";
    const { folder, summary } = await runStep("doctor", "llamacpp-b11434", { model });
    expect(summary).toContain("touch owned");
    expect(existsSync(join(folder, "owned"))).toBe(false);
  });
});

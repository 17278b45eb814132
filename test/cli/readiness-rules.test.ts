import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RULES } from "../../src/health/rules/index.ts";
import { startSimulator } from "../../src/simulator/start-simulator.ts";
import { reportProblems } from "../helpers/report-validator.ts";
import { newHome } from "./prompt-server.ts";

interface RuleReport {
  readonly status: string;
  readonly weight: number;
  readonly measured: unknown;
  readonly wanted: string;
  readonly basis: string;
  readonly remedy: { readonly kind: string; readonly text?: string } | null;
}

async function readiness(
  profile: string,
  flags: readonly string[] = [],
): Promise<{
  readonly code: number;
  readonly stdout: string;
}> {
  const server = await startSimulator({ profile, seed: 1 });
  try {
    return await newHome().run(["readiness", "--endpoint", server.url, "--model", "demo", ...flags]);
  } finally {
    await server.close();
  }
}

describe("the rules of readiness", () => {
  test("each tell what was seen, what is wanted, on what ground, and what to do", async () => {
    const report = JSON.parse((await readiness("llamacpp-b11434", ["--json"])).stdout);
    expect(reportProblems("readiness", report)).toEqual([]);
    const rules: Record<string, RuleReport> = report.rules;
    expect(Object.keys(rules)).toEqual(RULES.map(({ id }) => id));
    for (const [id, rule] of Object.entries(rules)) {
      expect(rule.wanted, id).not.toBe("");
      expect(rule.basis, id).not.toBe("");
      if (rule.status === "warn" || rule.status === "fail") expect(rule.remedy, id).not.toBeNull();
      if (rule.status === "unknown") expect(rule.measured, id).toBeNull();
    }
  });

  test("that are unknown are no passes: they leave the score and lower the coverage", async () => {
    const report = JSON.parse((await readiness("llamacpp-b11434", ["--json"])).stdout);
    const rules = Object.values<RuleReport>(report.rules);
    const weight = (of: readonly RuleReport[]): number => of.reduce((sum, each) => sum + each.weight, 0);
    const known = rules.filter(({ status }) => status !== "unknown");
    expect(known.length).toBeLessThan(rules.length);
    expect(report.coverage).toBeCloseTo(weight(known) / weight(rules), 2);
    const points = weight(known.filter(({ status }) => status === "pass"));
    const half = weight(known.filter(({ status }) => status === "warn")) / 2;
    const isGated = RULES.some(({ id, gate }) => gate === true && report.rules[id].status === "fail");
    if (!isGated) expect(Math.round(report.score)).toBe(Math.round(((points + half) / weight(known)) * 100));
  });

  test.each([
    ["ollama-2026-08", /OLLAMA_CONTEXT_LENGTH=\d+ ollama serve/],
    ["vllm-0.7-v1", /vLLM to 0\.12 or later/],
    ["llamacpp-b11434", /llama-server with -c \d+/],
  ])("on %s name the command of that server", async (profile, command) => {
    const { rules } = JSON.parse((await readiness(profile, ["--json"])).stdout);
    const texts = Object.values<RuleReport>(rules).flatMap(({ remedy }) => remedy?.text ?? []);
    expect(texts.join("\n")).toMatch(command);
  });
});

describe("readiness --fix", () => {
  test("writes the user's own file alone, beside a project's", async () => {
    const server = await startSimulator({ profile: "llamacpp-b11434", seed: 1 });
    const home = newHome();
    const project = join(home.folder, "project");
    mkdirSync(project);
    const theirs = '{ "max_tokens": 300 }\n';
    writeFileSync(join(project, ".slmcode.json"), theirs);
    const { code } = await home.run(
      ["readiness", "--fix", "--endpoint", server.url, "--model", "demo", "--fail-on", "never"],
      { cwd: project },
    );
    await server.close();
    expect(code).toBe(0);
    expect(readFileSync(join(project, ".slmcode.json"), "utf8")).toBe(theirs);
    expect(readdirSync(project)).toEqual([".slmcode.json"]);
    expect(readdirSync(home.folder).sort()).toEqual([".slmcode.json", "data", "project"]);
    expect(JSON.parse(readFileSync(join(home.folder, ".slmcode.json"), "utf8"))).toMatchObject({
      max_tokens: 1024,
    });
  });

  test("leaves a folder in the place of the file as it is, and says so", async () => {
    const home = newHome();
    mkdirSync(join(home.folder, ".slmcode.json"));
    const server = await startSimulator({ profile: "llamacpp-b11434", seed: 1 });
    const { code, stderr } = await home.run([
      "readiness",
      "--fix",
      "--endpoint",
      server.url,
      "--model",
      "demo",
    ]);
    await server.close();
    expect(code).toBe(2);
    expect(stderr).toContain(".slmcode.json");
    expect(statSync(join(home.folder, ".slmcode.json")).isDirectory()).toBe(true);
  });
});

import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../src/simulator/start-simulator.ts";
import { reportProblems } from "../helpers/report-validator.ts";
import type { CliResult } from "../helpers/run-cli.ts";
import { newHome } from "./prompt-server.ts";

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ profile: "llamacpp-b11434", seed: 1 });
});

afterAll(() => simulator.close());

interface Place {
  readonly own: string;
  readonly theirs: string;
  readonly fix: (...args: readonly string[]) => Promise<CliResult>;
  readonly slmcode: (...args: readonly string[]) => Promise<CliResult>;
}

/** A project whose file sets a temperature of 2, or an environment that does. */
function place(source: "project" | "environment"): Place {
  const home = newHome();
  const project = join(home.folder, "project");
  mkdirSync(project);
  const theirs = join(project, ".slmcode.json");
  if (source === "project") writeFileSync(theirs, '{ "temperature": 2 }\n');
  const env: Record<string, string> = source === "environment" ? { SLMCODE_TEMPERATURE: "2" } : {};
  const slmcode: Place["slmcode"] = (...args) => home.run(args, { cwd: project, env });
  const fixed = ["readiness", "--endpoint", simulator.url, "--model", "demo", "--fail-on", "never"];
  return {
    own: join(home.folder, ".slmcode.json"),
    theirs: source === "project" ? join(realpathSync(project), ".slmcode.json") : "SLMCODE_TEMPERATURE",
    fix: (...args) => slmcode(...fixed, ...args),
    slmcode,
  };
}

/** Lines are broken where a path is long, and commands so that a shell joins them. */
const unwrapped = (text: string): string => text.replace(/ \\\n/g, " ").replace(/\s+/g, " ");

describe.each(["project", "environment"] as const)("a value that the %s sets", (source) => {
  const advice = (theirs: string): string =>
    source === "project"
      ? `${theirs} stands before your own file: slmcode config set temperature 0.2 --project`
      : `variable ${theirs} stands before your own file: unset it or set it to 0.2`;

  test("is written by readiness --fix into the user's file, which says that it does not count here", async () => {
    const { fix, own, theirs } = place(source);
    const { stdout, code } = await fix("--fix");
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(own, "utf8"))).toMatchObject({ temperature: 0.2 });
    expect(unwrapped(stdout)).toContain("Not mended: temperature is still 2 here.");
    expect(unwrapped(stdout)).toContain(advice(theirs));
    expect(stdout).toMatch(/^!! +-4 sampling\.temperature/m);
    const again = await fix("--fix");
    expect(unwrapped(again.stdout)).toContain("Not mended: temperature is still 2 here.");
  });

  test("is told by --dry-run and without --fix, and no score counts it as mended", async () => {
    const { fix, theirs } = place(source);
    const dry = unwrapped((await fix("--fix", "--dry-run")).stdout);
    expect(dry).toContain("Not mended: temperature would still be 2 here.");
    const plain = unwrapped((await fix()).stdout);
    expect(plain).toContain(`ours: temperature = 0.2;`);
    expect(plain).toContain(advice(theirs));
    const promised = /--fix would reach (\d+)/.exec(plain)?.[1];
    const report = JSON.parse((await fix("--fix", "--json")).stdout);
    expect(reportProblems("readiness", report)).toEqual([]);
    if (promised !== undefined) expect(report.score).toBe(Number(promised));
    const overridden_by = { scope: source, origin: theirs, value: 2 };
    expect(report.rules["sampling.temperature"]).toMatchObject({ status: "warn", remedy: { overridden_by } });
    expect(report.fix.changes).toContainEqual(
      expect.objectContaining({ key: "temperature", to: 0.2, overridden_by }),
    );
    expect(report.reachable_by_fix).toBe(report.score);
  });
});

test("the command that readiness names mends the project's file", async () => {
  const { fix, slmcode } = place("project");
  const command = /slmcode (config set temperature \S+ --project)/.exec(unwrapped((await fix()).stdout))?.[1];
  expect((await slmcode(...(command ?? "").split(" "))).code).toBe(0);
  const { rules } = JSON.parse((await fix("--json")).stdout);
  expect(rules["sampling.temperature"].status).toBe("pass");
});

test("stop sequences are advised as a command that works when pasted", async () => {
  const { own, fix, slmcode } = place("environment");
  writeFileSync(own, JSON.stringify({ stop: ["it's", "\n##", "a b"] }));
  const markdown = (await fix("--format", "github")).stdout;
  const advised = /slmcode config set stop '(.*?)' \(or/.exec(decodeURIComponent(markdown))?.[1];
  const argument = (advised ?? "").replaceAll("'\\''", "'");
  expect((await slmcode("config", "set", "stop", argument)).code).toBe(0);
  expect(JSON.parse(readFileSync(own, "utf8"))).toEqual({ stop: ["it's", "a b"] });
});

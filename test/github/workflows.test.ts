import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { runCli } from "../helpers/run-cli.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const ACTION = ".github/actions/slmcode/action.yml";
const WORKFLOWS = readdirSync(join(ROOT, ".github/workflows")).map((file) => `.github/workflows/${file}`);
const PAGE = read("docs/ci.md");

interface Step {
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

function blocks(language: string): readonly string[] {
  return [...PAGE.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map((match) => match[1]!);
}

function stepsOf(text: string): readonly Step[] {
  const document = parse(text);
  const jobs: readonly { readonly steps?: readonly Step[] }[] = [
    document.runs ?? [],
    ...Object.values(document.jobs ?? {}),
  ] as never;
  return jobs.flatMap((job) => job.steps ?? []);
}

const EXAMPLE = blocks("yaml").find((text) => text.includes("jobs:"))!;

describe.each([
  ...[ACTION, ...WORKFLOWS].map((path) => [path, read(path)]),
  ["the example of docs/ci.md", EXAMPLE],
])("%s", (_, text) => {
  const scripts = stepsOf(text!).filter((step) => step.run !== undefined);

  test("has scripts, and no expression stands in one", () => {
    expect(scripts.length).toBeGreaterThan(0);
    for (const { run } of scripts) expect(run).not.toContain("${{");
  });

  test.skipIf(process.platform === "win32")("each script is valid bash", () => {
    for (const { run } of scripts) execFileSync("bash", ["-n"], { input: run! });
  });
});

describe("the action", () => {
  const action = parse(read(ACTION));
  const scripts = stepsOf(read(ACTION)).filter((step) => step.run !== undefined);

  test("each variable of an input is set by the step that reads it, and the other way round", () => {
    for (const { run, env = {}, shell } of scripts) {
      expect(shell).toBe("bash");
      const used = new Set([...run!.matchAll(/\$(INPUT_\w+)/g)].map((match) => match[1]));
      expect([...used].sort()).toEqual(Object.keys(env).sort());
    }
  });

  test("each input is used, and none that does not exist", () => {
    const used = new Set([...read(ACTION).matchAll(/inputs\.([\w-]+)/g)].map((match) => match[1]));
    expect([...used].sort()).toEqual(Object.keys(action.inputs).sort());
  });

  test("the example passes inputs that exist, and all that are required", () => {
    const given = Object.keys(stepsOf(EXAMPLE).at(-1)!.with!);
    expect(given.filter((name) => !(name in action.inputs))).toEqual([]);
    expect(given).toContain("endpoint");
  });
});

test.each(["doctor", "readiness"])("each flag of %s in the action exists", async (command) => {
  const { stdout } = await runCli([command, "--help"]);
  const text = stepsOf(read(ACTION))
    .map(({ run }) => run ?? "")
    .join("\n");
  const lines = text
    .split("\n")
    .filter((line) => line.includes(`"$slmcode" ${command} `) || line.includes("connection"));
  const flags = new Set(lines.flatMap((line) => line.match(/(?<=[\s(])--[a-z-]+/g) ?? []));
  expect(flags.size).toBeGreaterThan(4);
  for (const flag of flags) {
    // A line of the other command also names the connection.
    if (
      lines.some(
        (line) => line.includes(flag) && (line.includes(` ${command} `) || !line.includes('"$slmcode"')),
      )
    )
      expect(stdout).toContain(`${flag} `);
  }
});

test("tests run on three systems with three versions of Node", () => {
  expect(parse(read(".github/workflows/ci.yml")).jobs.test.strategy.matrix).toEqual({
    os: ["ubuntu-latest", "macos-latest", "windows-latest"],
    node: [20, 22, 24],
  });
});

test("a release has provenance and the right to ask for it", () => {
  const { release } = parse(read(".github/workflows/release.yml")).jobs;
  expect(release.permissions["id-token"]).toBe("write");
  expect(release.steps.at(-1).env.NPM_CONFIG_PROVENANCE).toBe("true");
});

test("all YAML and JSON of the page parses, and its metrics are the report's", () => {
  for (const text of blocks("yaml")) expect(parse(text)).toBeTypeOf("object");
  for (const text of blocks("json")) expect(JSON.parse(text)).toBeTypeOf("object");
  const made = new Set(read("src/cli/report/prometheus-report.ts").match(/slmcode_[a-z_]+/g));
  expect(new Set(PAGE.match(/slmcode_[a-z_]+/g))).toEqual(made);
});

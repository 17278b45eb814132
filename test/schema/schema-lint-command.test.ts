import { describe, expect, test } from "vitest";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import { TARGETS } from "../../src/schema/targets.ts";
import { type CliResult, runCli } from "../helpers/run-cli.ts";
import { readRows } from "./read-fixture.ts";

interface Report {
  readonly findings: readonly {
    readonly code: string;
    readonly pointer: string;
    readonly targets: readonly string[];
  }[];
  readonly advice: readonly { readonly code: string }[];
  readonly targets: readonly { readonly target: string; readonly effect: string }[];
  readonly exit_code: number;
}

function lint(stdin: string, ...args: readonly string[]): Promise<CliResult> {
  return runCli(["schema", "lint", "-", ...args], { stdin });
}

const USER_SCHEMA = {
  type: "object",
  properties: { age: { type: "integer", minimum: 18 }, sku: { type: "string", pattern: "^\\d+$" } },
  required: ["age"],
};

describe("schema lint", () => {
  test("has nothing to say against a contract: exit code 0", async () => {
    const { code, stdout } = await lint(JSON.stringify(CONTRACTS[0]?.schema));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^clean {2}stdin is within the subset$/m);
  });

  test("names each place with who breaks on it: exit code 1", async () => {
    const { code, stdout } = await lint(JSON.stringify(USER_SCHEMA));
    expect(code).toBe(1);
    expect(stdout).toMatch(/^3 findings/);
    expect(stdout).toContain("/properties/age/minimum  one_sided_bounds");
    expect(stdout).toContain("/properties/sku/pattern  unsupported_keyword");
    expect(stdout).toContain("breaks on: llama.cpp, Ollama (GGUF)");
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test("says of each target what it would do", async () => {
    const { stdout } = await lint(JSON.stringify(USER_SCHEMA));
    for (const { title } of TARGETS) expect(stdout).toContain(`  ${title}`);
    expect(stdout).toMatch(/OpenAI strict mode +refuses/);
  });

  test("says the same as one JSON document", async () => {
    const { code, stdout } = await lint(JSON.stringify(USER_SCHEMA), "--json");
    const report = JSON.parse(stdout) as Report;
    expect([code, report.exit_code]).toEqual([1, 1]);
    expect(report.findings.map(({ pointer }) => pointer)).toEqual([
      "",
      "/properties/age/minimum",
      "/properties/sku/pattern",
    ]);
    expect(report.advice.map(({ code: advice }) => advice)).toEqual([
      "optional_property",
      "unbounded_string",
    ]);
    expect(report.targets.map(({ target }) => target)).toEqual(TARGETS.map(({ id }) => id));
  });

  test("refuses every kind of schema outside of the subset with its pointers", async () => {
    const rows = readRows<{ schema: unknown; pointers: readonly string[] }>("outside-subset.jsonl");
    for (const { schema, pointers } of rows.filter((_, index) => index % 6 === 0)) {
      const { code, stdout } = await lint(JSON.stringify(schema), "--json");
      const found = (JSON.parse(stdout) as Report).findings.map(({ pointer }) => pointer);
      expect(code).toBe(1);
      expect([...new Set(found)].sort()).toEqual([...pointers].sort());
    }
  });

  test.each([
    ["nothing", "", "it is empty"],
    ["no JSON", "{type: string}", "is not JSON"],
    ["a list", "[]", "not an object"],
    ["a number", "7", "not an object"],
    ["null", "null", "not an object"],
  ])("cannot read %s: exit code 2", async (_about, stdin, hint) => {
    const { code, stdout, stderr } = await lint(stdin);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(hint);
  });

  test.each<[string, string]>([
    ["10 000 levels", `${'{"type":"array","items":'.repeat(10_000)}{}${"}".repeat(10_000)}`],
    [
      "10 MB",
      JSON.stringify({
        type: "string",
        enum: Array.from({ length: 900_000 }, (_, index) => `value${index}`),
      }),
    ],
    ["keys called __proto__", '{"__proto__":{"type":"string"},"properties":{"__proto__":true}}'],
    ["a cyclic reference", '{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}'],
    ["bounds that contradict each other", '{"type":"integer","minimum":3,"maximum":1}'],
  ])("answers %s in bounded time: exit code 1", async (_about, stdin) => {
    const started = performance.now();
    const { code, stdout } = await lint(stdin);
    expect(code).toBe(1);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(stdout.length).toBeLessThan(20_000);
  });

  test("keeps terminal escapes of a schema off the terminal", async () => {
    const schema = { "\u001b[31mred": 1, properties: { "\u009b2J\u202e": { type: "\u001b]0;title\u0007" } } };
    for (const args of [[], ["--json"]]) {
      const { stdout } = await lint(JSON.stringify(schema), ...args);
      expect(stdout).not.toMatch(/[\u0007\u001b\u009b\u202e]/);
    }
  });
});

import { describe, expect, test } from "vitest";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import { type CliOptions, runCli } from "../helpers/run-cli.ts";

/** JSON reports are snake_case documents; what is asserted on is named here. */
interface Listed {
  readonly contracts: readonly {
    readonly name: string;
    readonly strict: boolean;
    readonly properties: number;
  }[];
}

async function json<Report>(
  args: readonly string[],
  options?: CliOptions,
): Promise<{ code: number; report: Report }> {
  const { code, stdout } = await runCli(["schema", ...args, "--json"], options);
  return { code, report: JSON.parse(stdout) as Report };
}

describe("schema list", () => {
  test("names every contract with its mark, within 80 columns", async () => {
    const { code, stdout, stderr } = await runCli(["schema", "list"]);
    expect([code, stderr]).toEqual([0, ""]);
    for (const { name, strict } of CONTRACTS) {
      expect(stdout).toMatch(new RegExp(`^${name} +${strict ? "yes" : "no"} +[0-9]+ `, "m"));
    }
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test("is one JSON document with --json", async () => {
    const { report } = await json<Listed>(["list"]);
    expect(report.contracts.map(({ name, strict }) => [name, strict])).toEqual(
      CONTRACTS.map(({ name, strict }) => [name, strict]),
    );
    expect(report.contracts.every(({ properties }) => properties > 1)).toBe(true);
  });
});

describe("schema show", () => {
  test("prints the schema as JSON", async () => {
    const { code, stdout } = await runCli(["schema", "show", "review"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(CONTRACTS.find(({ name }) => name === "review")?.schema);
  });

  test("prints the example, the counter-example and the grammar", async () => {
    const review = CONTRACTS.find(({ name }) => name === "review")!;
    const example = await runCli(["schema", "show", "review", "--example"]);
    expect(JSON.parse(example.stdout)).toEqual(review.example);
    const counterExample = await runCli(["schema", "show", "review", "--counter-example"]);
    expect(JSON.parse(counterExample.stdout)).toEqual(review.counterExample);
    const grammar = await runCli(["schema", "show", "review", "--grammar"]);
    expect(grammar.stdout).toMatch(/^root ::= /m);
  });

  test.each(CONTRACTS)("draws $name as a tree within 80 columns", async ({ name, schema }) => {
    const { code, stdout } = await runCli(["schema", "show", name, "--tree"]);
    expect(code).toBe(0);
    for (const property of Object.keys(schema.properties)) {
      const mark = schema.required.includes(property) ? "\\*" : "";
      expect(stdout).toMatch(new RegExp(`^[├└]─ ${property}${mark}  \\S`, "m"));
    }
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).not.toContain("\u001b");
  });

  test("draws in colour where colour is forced, and not with --no-color", async () => {
    const env = { FORCE_COLOR: "1" };
    expect((await runCli(["schema", "show", "plan", "--tree"], { env })).stdout).toContain("\u001b[");
    const plain = await runCli(["schema", "show", "plan", "--tree", "--no-color"], { env });
    expect(plain.stdout).not.toContain("\u001b");
  });

  test("gives everything about a contract with --json", async () => {
    const { report } = await json<Record<string, unknown>>(["show", "plan"]);
    expect(Object.keys(report)).toEqual([
      "schema_version",
      "name",
      "description",
      "strict",
      "properties",
      "schema",
      "example",
      "counter_example",
      "grammar",
    ]);
  });

  test.each([
    ["a name that is nearly one", ["show", "pln"], "Did you mean: plan"],
    ["a name that is none", ["show", "zzzzzzzz"], "slmcode schema list"],
    ["a name of Object.prototype", ["show", "constructor"], "no contract"],
    ["two views", ["show", "plan", "--tree", "--example"], "one view at a time"],
    ["no name", ["show"], "missing required argument"],
    ["an unknown subcommand", ["chekc"], "check"],
  ])("answers bad usage with exit code 2: %s", async (_about, args, hint) => {
    const { code, stdout, stderr } = await runCli(["schema", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(hint);
  });

  test("keeps escapes of a mistyped name off the terminal", async () => {
    const { code, stderr } = await runCli(["schema", "show", "\u001b[31mplan\u009b2J"]);
    expect(code).toBe(2);
    expect(stderr).not.toMatch(/[\u001b\u009b]/);
  });
});

describe("schema grammar", () => {
  test.each(CONTRACTS)("prints what show --grammar prints for $name", async ({ name }) => {
    const grammar = await runCli(["schema", "grammar", "--contract", name]);
    expect(grammar.code).toBe(0);
    expect(grammar.stdout).toBe((await runCli(["schema", "show", name, "--grammar"])).stdout);
  });

  test("derives one from a schema on stdin", async () => {
    const { code, report } = await json<{ grammar: string; error: null }>(["grammar", "--schema", "-"], {
      stdin: '{"type":"boolean"}',
    });
    expect(code).toBe(0);
    expect(report).toMatchObject({ contract: null, error: null, exit_code: 0 });
    expect(report.grammar).toMatch(/^root ::= /m);
  });

  test("names the place that has no grammar, with exit code 1", async () => {
    const stdin = '{"type":"array","items":{"type":"string","pattern":"x"}}';
    const text = await runCli(["schema", "grammar", "--schema", "-"], { stdin });
    expect([text.code, text.stdout]).toEqual([1, ""]);
    expect(text.stderr).toContain("/items/pattern");
    const { code, report } = await json<object>(["grammar", "--schema", "-"], { stdin });
    expect(code).toBe(1);
    expect(report).toMatchObject({ grammar: null, error: { pointer: "/items/pattern" }, exit_code: 1 });
  });

  test("wants exactly one schema", async () => {
    expect((await runCli(["schema", "grammar"])).code).toBe(2);
    expect((await runCli(["schema", "grammar", "--contract", "plan", "--schema", "x.json"])).code).toBe(2);
  });
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import { runCli } from "../helpers/run-cli.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slmcode-schema-"));
});
afterAll(() => rm(folder, { recursive: true }));

interface Report {
  readonly valid: boolean;
  readonly not_json: string | null;
  readonly issues: readonly { readonly code: string; readonly pointer: string }[];
  readonly grammar: {
    readonly accepted: boolean | null;
    readonly offset: number | null;
    readonly line: number | null;
    readonly reason: { readonly code: string; readonly pointer: string } | null;
    readonly error: { readonly pointer: string } | null;
  };
  readonly exit_code: number;
}

async function check(args: readonly string[], stdin: string): Promise<Report & { code: number }> {
  const { code, stdout } = await runCli(["schema", "check", ...args, "--json"], { stdin, cwd: folder });
  return { code, ...(JSON.parse(stdout) as Report) };
}

const LESSONS = ["--contract", "lessons"];

describe("schema check", () => {
  test.each(CONTRACTS)(
    "takes the example of $name by validator and by grammar",
    async ({ name, example }) => {
      const report = await check(["--contract", name], `${JSON.stringify(example)}\n`);
      expect(report).toMatchObject({
        code: 0,
        exit_code: 0,
        valid: true,
        issues: [],
        grammar: { accepted: true },
      });
    },
  );

  test.each(CONTRACTS)("refuses the counter-example of $name by both", async ({ name, counterExample }) => {
    const report = await check(["--contract", name], JSON.stringify(counterExample.value));
    expect(report).toMatchObject({
      code: 1,
      exit_code: 1,
      valid: false,
      grammar: { accepted: false, reason: null },
    });
    expect(report.issues.length).toBeGreaterThan(0);
  });

  test.each([
    ["keys in another order", '{"obsolete":[],"lessons":[]}', "key_order", "/obsolete", 0],
    ["more white space than a decoder writes", '{"lessons":[],\n\n\n\n"obsolete":[]}', "white_space", "", 0],
    ["an escape that need not be", '{"lessons":[],"obsolete":["a\\/b"]}', null, "", 0],
    ["a key that stands twice", '{"lessons":[],"lessons":[],"obsolete":[]}', "duplicate_key", "", 1],
  ])("says why only the grammar refuses: %s", async (_about, text, reason, pointer, exitCode) => {
    const report = await check(LESSONS, text);
    expect(report.issues).toEqual([]);
    expect(report.code).toBe(exitCode);
    expect(report.valid).toBe(exitCode === 0);
    // A grammar may well take more than one spelling of a string.
    if (reason === null && report.grammar.accepted) return;
    expect(report.grammar.reason).toMatchObject({ code: reason ?? "spelling", pointer });
  });

  test("says where the grammar stops", async () => {
    const report = await check(LESSONS, '{\n  "lessons": 5\n}');
    expect(report.grammar).toMatchObject({ accepted: false, line: 2, column: 14, offset: 15 });
  });

  test("checks against a schema of the user's, in and out of the subset", async () => {
    await writeFile(
      join(folder, "in.json"),
      '{"type":"array","items":{"type":"integer","minimum":1,"maximum":12},"maxItems":2}',
    );
    await writeFile(join(folder, "out.json"), '{"type":"string","pattern":"^a"}');
    expect(await check(["--schema", "in.json"], "[1,13]")).toMatchObject({
      code: 1,
      issues: [{ code: "too_large", pointer: "/1" }],
    });
    expect(await check(["--schema", "in.json"], "[1,12]")).toMatchObject({
      code: 0,
      grammar: { accepted: true },
    });
    const outside = await check(["--schema", "out.json"], '"abc"');
    expect(outside).toMatchObject({
      code: 0,
      valid: true,
      grammar: { accepted: null, error: { pointer: "/pattern" } },
    });
    expect((await check(["--schema", "out.json"], '"bcd"')).code).toBe(1);
  });

  test("reads the schema from stdin and the document from a file", async () => {
    await writeFile(join(folder, "answer.json"), "true");
    const { code, stdout } = await runCli(["schema", "check", "answer.json", "--schema", "-"], {
      stdin: '{"type":"boolean"}',
      cwd: folder,
    });
    expect([code, stdout.split("\n")[0]]).toEqual([0, "valid    answer.json fits stdin"]);
  });

  test("explains itself in text", async () => {
    const { code, stdout } = await runCli(["schema", "check", ...LESSONS], {
      stdin: '{"lessons":[],"obsolet":[]}',
    });
    expect(code).toBe(1);
    expect(stdout).toContain("invalid  stdin does not fit contract lessons");
    expect(stdout).toContain("/obsolete\n    missing: array belongs here");
    expect(stdout).toContain('/obsolet\n    unknown property "obsolet"; known here: lessons, obsolete');
    expect(stdout).toMatch(/^grammar {2}refuses the text at line 1, column 23/m);
  });

  test("keeps terminal escapes of a document off the terminal, in text and in JSON", async () => {
    const stdin = JSON.stringify({ lessons: "\u001b[2J\u009b31m\u202e", obsolete: [] });
    const text = await runCli(["schema", "check", ...LESSONS], { stdin });
    expect(text.stdout).not.toMatch(/[\u001b\u009b\u202e]/);
    const document = await runCli(["schema", "check", ...LESSONS, "--json"], { stdin });
    expect(document.stdout).not.toMatch(/[\u001b\u009b\u202e]/);
    expect((JSON.parse(document.stdout) as { issues: { got: string }[] }).issues[0]?.got).toContain(
      "\u009b31m",
    );
  });

  test.each([
    ["an empty document", "", "it is empty"],
    ["a document cut off", '{"lessons":[', "slmcode repair"],
    ["prose", "Here you are: {}", "is not JSON"],
  ])("cannot read %s: exit code 2", async (_about, stdin, hint) => {
    const { code, stdout, stderr } = await runCli(["schema", "check", ...LESSONS], { stdin });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(hint);
    expect(await check(LESSONS, stdin)).toMatchObject({
      code: 2,
      valid: false,
      not_json: expect.any(String),
    });
  });

  test.each([
    ["no schema", [], "no schema was named"],
    ["two schemas", ["--contract", "plan", "--schema", "x"], "both"],
    ["everything from stdin", ["--schema", "-"], "cannot both come from stdin"],
    ["an unknown contract", ["--contract", "lesons"], "Did you mean: lessons"],
    ["a document that is not there", [...LESSONS, "nowhere.json"], "there is no such file"],
    ["a folder", [...LESSONS, "."], "it is a folder"],
    ["a schema that is not there", ["--schema", "nowhere.json"], "there is no such file"],
  ])("answers bad usage with exit code 2: %s", async (_about, args, hint) => {
    const { code, stdout, stderr } = await runCli(["schema", "check", ...args], { stdin: "{}", cwd: folder });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(hint);
  });

  test.each([
    ["is not JSON", "{", "is not JSON"],
    ["is not an object", "[]", "not an object"],
    ["names no type that exists", '{"type":"strng"}', "/type"],
    ["is not UTF-8", "\u00ff", "is not JSON"],
  ])("answers a schema that %s with exit code 2", async (_about, schema, hint) => {
    await writeFile(join(folder, "bad.json"), schema);
    const { code, stderr } = await runCli(["schema", "check", "--schema", "bad.json"], {
      stdin: "{}",
      cwd: folder,
    });
    expect(code).toBe(2);
    expect(stderr).toContain(hint);
  });

  test("is done with a document of a megabyte in seconds, accepted or refused in the middle", async () => {
    const schema = { type: "array", items: { type: "string", maxLength: 40 } };
    await writeFile(join(folder, "list.json"), JSON.stringify(schema));
    const items = Array.from({ length: 30_000 }, () => "x".repeat(30));
    expect(await check(["--schema", "list.json"], JSON.stringify(items))).toMatchObject({
      code: 0,
      grammar: { accepted: true },
    });
    items[20_000] = "x".repeat(41);
    const refused = await check(["--schema", "list.json"], JSON.stringify(items));
    expect(refused).toMatchObject({
      code: 1,
      issues: [{ code: "too_long", pointer: "/20000" }],
      grammar: { accepted: false },
    });
    expect(refused.grammar.offset).toBe(1 + 20_000 * 33 + 41);
  });
});

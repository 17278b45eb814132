import { describe, expect, test } from "vitest";
import { compileSchema } from "../../src/schema/compile-schema.ts";
import type { Issue } from "../../src/schema/issue.ts";

async function check(schema: unknown, value: unknown): Promise<readonly Issue[]> {
  const compiled = await compileSchema(schema);
  if (!compiled.ok) throw new Error(compiled.findings.map(({ message }) => message).join());
  return compiled.validator.validate(value);
}

function doubled(levels: number): object {
  const $defs: Record<string, object> = { [`a${levels}`]: { type: "string" } };
  for (let level = 0; level < levels; level += 1) {
    const next = { $ref: `#/$defs/a${level + 1}` };
    $defs[`a${level}`] = { allOf: [next, next] };
  }
  return { $ref: "#/$defs/a0", $defs };
}

describe("a schema of the user's", () => {
  test("is applied with its keywords outside of the subset", async () => {
    const schema = {
      anyOf: [
        { type: "integer", multipleOf: 3 },
        { type: "string", pattern: "^a" },
      ],
    };
    expect(await check(schema, 9)).toEqual([]);
    expect(await check(schema, "ab")).toEqual([]);
    expect((await check(schema, 10)).length).toBeGreaterThan(0);
  });

  test("may be recursive", async () => {
    const schema = { type: "object", properties: { next: { $ref: "#" } }, additionalProperties: false };
    expect(await check(schema, { next: { next: {} } })).toEqual([]);
    expect(await check(schema, { next: { prev: {} } })).toMatchObject([{ pointer: "/next/prev" }]);
  });

  test.each([
    ["draft-07", { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }] }, [1]],
    [
      "2020-12",
      { $schema: "https://json-schema.org/draft/2020-12/schema", prefixItems: [{ type: "string" }] },
      [1],
    ],
    ["an unknown dialect", { $schema: "https://example.org/dialect", items: { type: "string" } }, [1]],
  ])("may be written for %s", async (_about, schema, value) => {
    expect(await check(schema, value)).toMatchObject([{ code: "wrong_type", pointer: "/0" }]);
  });

  test("may have formats and words that nobody knows", async () => {
    expect(await check({ type: "string", format: "no-such-format", _marker: 1 }, "a")).toEqual([]);
  });

  test("with bounds that contradict each other takes nothing", async () => {
    const codes = (await check({ type: "string", minLength: 3, maxLength: 1 }, "ab")).map(({ code }) => code);
    expect(codes).toEqual(["too_long", "too_short"]);
  });

  test.each([
    ["no such type", { type: "strng" }, "/type"],
    ["a reference to nowhere", { $ref: "#/$defs/nowhere" }, ""],
    ["a pattern that is none", { type: "string", pattern: "(" }, ""],
    ["no object", 3, ""],
  ])("that cannot be applied is refused with a finding: %s", async (_about, schema, pointer) => {
    const compiled = await compileSchema(schema);
    expect(compiled).toMatchObject({ ok: false, findings: [{ pointer }] });
  });

  test.each([
    ["a pattern that backtracks without end", { type: "string", pattern: "^(a+)+$" }, `${"a".repeat(50)}!`],
    ["parts that double forty times", doubled(40), "x"],
  ])("is stopped after two seconds: %s", async (_about, schema, value) => {
    const started = performance.now();
    expect(await check(schema, value)).toMatchObject([{ code: "not_checkable", pointer: "" }]);
    expect(performance.now() - started).toBeLessThan(8000);
  });

  test("that refers to itself and nothing else is not checkable", async () => {
    expect(await check({ $ref: "#" }, 1)).toMatchObject([{ code: "not_checkable" }]);
  });

  test("is not checkable for a document deeper than the stack", async () => {
    let value: object = {};
    for (let level = 0; level < 100_000; level += 1) value = { next: value };
    const schema = { type: "object", properties: { next: { $ref: "#" } } };
    expect(await check(schema, value)).toMatchObject([{ code: "not_checkable" }]);
  });

  test("of the subset takes a document of any depth", async () => {
    let value: object = {};
    for (let level = 0; level < 100_000; level += 1) value = { a: value };
    const schema = {
      type: "object",
      properties: { a: { type: "null" } },
      required: ["a"],
      additionalProperties: false,
    };
    expect(await check(schema, value)).toMatchObject([{ code: "wrong_type", pointer: "/a" }]);
  });

  test("is compiled once for one content, and not changed by later edits", async () => {
    const schema = { type: "string", maxLength: 3 };
    const first = await compileSchema(schema);
    expect(await compileSchema({ type: "string", maxLength: 3 })).toBe(first);
    schema.maxLength = 5;
    expect(await compileSchema(schema)).not.toBe(first);
    expect(first.ok && first.validator.validate("abcd")).toMatchObject([{ code: "too_long", expected: 3 }]);
  });

  test("is compiled once for callers at the same time", async () => {
    const schema = { type: "string", maxLength: 17 };
    const compiled = await Promise.all([compileSchema(schema), compileSchema(schema)]);
    expect(compiled[0]).toBe(compiled[1]);
  });

  test("with keys called __proto__ is read as data", async () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"additionalProperties":false}',
    );
    expect(await check(schema, JSON.parse('{"b":1}'))).toMatchObject([
      { code: "unknown_property", pointer: "/b" },
    ]);
    expect(({} as Record<string, unknown>)["type"]).toBeUndefined();
  });
});

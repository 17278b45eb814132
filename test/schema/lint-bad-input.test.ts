import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adviseSchema } from "../../src/schema/advise-schema.ts";
import { compileSchema } from "../../src/schema/compile-schema.ts";
import { judgeTargets } from "../../src/schema/judge-targets.ts";
import { lintSchema } from "../../src/schema/lint-schema.ts";
import { strictViolations } from "../../src/schema/strict.ts";

type Nested = { type: string; properties?: { a: Nested }; items?: unknown; enum?: unknown[] };

function nested(levels: number): Nested {
  let schema: Nested = { type: "null" };
  for (let level = 0; level < levels; level += 1) schema = { type: "object", properties: { a: schema } };
  return schema;
}

function cyclic(): Nested {
  const schema: Nested = { type: "object" };
  schema.properties = { a: { type: "array", items: schema } };
  return schema;
}

/** Thirty levels that each stand for the next one twice: a thousand million places in memory of thirty. */
function shared(): object {
  let schema: object = { type: "null" };
  for (let level = 0; level < 30; level += 1) {
    schema = { type: "object", properties: { a: schema, b: schema }, additionalProperties: false };
  }
  return schema;
}

function deepValue(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

function large(): object {
  const names = Array.from({ length: 200_000 }, (_, index) => `property_with_a_long_name_${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string", maxLength: 5 }]));
  return { type: "object", properties, required: names, additionalProperties: false };
}

const HARD: readonly (readonly [string, () => unknown, string, string | RegExp])[] = [
  ["null", () => null, "not_an_object", ""],
  ["an array", () => [], "not_an_object", ""],
  ["a text", () => "{}", "not_an_object", ""],
  ["undefined", () => undefined, "not_an_object", ""],
  ["a function", () => () => {}, "not_an_object", ""],
  ["10 000 levels", () => nested(10_000), "too_deep", /^(?:\/properties\/a)+$/],
  ["100 000 levels", () => nested(100_000), "too_deep", /^(?:\/properties\/a)+$/],
  ["a cycle in memory", cyclic, "cyclic_schema", "/properties/a/items"],
  ["parts that are shared over and over", shared, "too_large", /^\/properties\//],
  ["more than 10 MB", large, "too_large", ""],
  ["a list of types 100 000 levels deep", () => ({ enum: [deepValue(100_000)] }), "too_deep", "/enum/0"],
  ["an enum of a million", () => ({ enum: Array.from({ length: 1e6 }, (_, i) => i) }), "too_large", "/enum"],
  [
    "two hundred thousand required names",
    () => ({ type: "object", required: Array(2e5).fill("a") }),
    "invalid_value",
    "/required",
  ],
  ["no JSON in enum", () => ({ enum: [undefined] }), "invalid_value", "/enum/0"],
  ["an object without a prototype as type", () => ({ type: Object.create(null) }), "invalid_value", "/type"],
  [
    "a cyclic reference",
    () => ({ $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } }),
    "unsupported_keyword",
    "/$ref",
  ],
];

describe("a schema that is hard to read", () => {
  test.each(HARD)("gets a finding with its place in bounded time: %s", (_about, make, code, pointer) => {
    const schema = make();
    const started = performance.now();
    const finding = lintSchema(schema).find((each) => each.code === code);
    expect(performance.now() - started).toBeLessThan(3000);
    expect(finding?.pointer).toEqual(typeof pointer === "string" ? pointer : expect.stringMatching(pointer));
  });

  test.each(HARD)("is survived by everything else that reads schemas: %s", async (_about, make) => {
    const schema = make();
    expect(Array.isArray(adviseSchema(schema))).toBe(true);
    expect(judgeTargets(schema).some(({ effect }) => effect === "refused")).toBe(true);
    expect(strictViolations(schema).length).toBeGreaterThan(0);
    const compiled = await compileSchema(schema);
    expect(compiled.ok || compiled.findings.length > 0).toBe(true);
  });

  test("any JSON value gets an answer", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (schema) => {
        lintSchema(schema);
        adviseSchema(schema);
        judgeTargets(schema);
      }),
      { numRuns: 300 },
    );
  });

  test("any use of the keywords gets an answer", () => {
    const keyword = fc.constantFrom(
      "type",
      "properties",
      "items",
      "enum",
      "required",
      "minimum",
      "maxLength",
      "anyOf",
      "$defs",
    );
    const schema = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof({ depthSize: "small" }, fc.jsonValue(), fc.dictionary(keyword, tie("node"))),
    })).node;
    fc.assert(
      fc.property(schema, (value) => {
        for (const { pointer, message } of lintSchema(value)) expect(message).not.toBe(pointer);
      }),
      { numRuns: 300 },
    );
  });
});

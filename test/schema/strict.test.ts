import { describe, expect, test } from "vitest";
import { strictViolations } from "../../src/schema/strict.ts";

function closed(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

function nested(levels: number): Record<string, unknown> {
  let schema: Record<string, unknown> = { type: "null" };
  for (let level = 0; level < levels; level += 1) schema = closed({ a: schema });
  return schema;
}

const MANY = Array.from({ length: 5001 }, (_, index) => `p${index}`);

describe("OpenAI's strict mode", () => {
  test.each([
    [
      "lengths, counts and bounds",
      closed({
        l: { type: "array", items: { type: "string", maxLength: 5 }, maxItems: 5 },
        i: { type: "integer", minimum: 0, maximum: 9 },
      }),
    ],
    ["ten levels", nested(10)],
    ["an object without properties", closed({})],
    ["an enum with its type", closed({ e: { type: "string", enum: ["a", "b"] } })],
  ])("takes %s", (_about, schema) => {
    expect(strictViolations(schema)).toEqual([]);
  });

  test.each([
    ["an array at the root", { type: "array", items: { type: "null" } }, "root_not_object", ""],
    [
      "an optional property",
      { ...closed({ a: { type: "null" } }), required: [] },
      "optional_property",
      "/properties/a",
    ],
    [
      "a map",
      { type: "object", properties: {}, required: [], additionalProperties: { type: "null" } },
      "open_object",
      "",
    ],
    ["an open object", { type: "object", properties: {}, required: [] }, "outside_subset", ""],
    ["an enum without a type", closed({ e: { enum: ["a"] } }), "untyped", "/properties/e"],
    ["eleven levels", nested(11), "too_deep", "/properties/a".repeat(11)],
    [
      "5001 properties",
      closed(Object.fromEntries(MANY.map((name) => [name, { type: "null" }]))),
      "too_many_properties",
      "",
    ],
    [
      "1001 enum values",
      closed({ e: { type: "integer", enum: MANY.slice(0, 1001).map((_, i) => i) } }),
      "too_many_enum_values",
      "",
    ],
    [
      "names of 120 000 characters",
      closed({ ["a".repeat(120_001)]: { type: "null" } }),
      "too_many_characters",
      "",
    ],
    [
      "a long enum of long values",
      closed({ e: { type: "string", enum: MANY.slice(0, 251).map((name) => name.padEnd(60, "x")) } }),
      "too_many_characters",
      "/properties/e",
    ],
  ])("refuses %s", (_about, schema, code, pointer) => {
    expect(strictViolations(schema)).toContainEqual({ code, pointer });
  });
});

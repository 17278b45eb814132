import { describe, expect, test } from "vitest";
import { compileSchema } from "../../src/schema/compile-schema.ts";
import type { Issue } from "../../src/schema/issue.ts";

const SCHEMA = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 4 },
    age: { type: "integer", minimum: 1, maximum: 9 },
    tags: { type: "array", items: { type: "string", maxLength: 9 }, minItems: 1, maxItems: 2 },
    kind: { type: "string", enum: ["a", "b"] },
    "x/y~z": { type: "boolean" },
  },
  required: ["name"],
  additionalProperties: false,
};

async function issuesFor(value: unknown, schema: unknown = SCHEMA): Promise<readonly Issue[]> {
  const compiled = await compileSchema(schema);
  if (!compiled.ok) throw new Error("The schema does not compile.");
  return compiled.validator.validate(value);
}

describe("an issue", () => {
  test.each<[string, unknown, Issue]>([
    [
      "a wrong type at the root",
      [],
      { code: "wrong_type", pointer: "", expected: "object", got: "an array of 0 items" },
    ],
    ["a wrong type", { name: 12 }, { code: "wrong_type", pointer: "/name", expected: "string", got: 12 }],
    ["a null", { name: null }, { code: "wrong_type", pointer: "/name", expected: "string", got: null }],
    [
      "a fraction",
      { name: "ab", age: 1.5 },
      { code: "wrong_type", pointer: "/age", expected: "integer", got: 1.5 },
    ],
    [
      "an object",
      { name: { a: 1 } },
      { code: "wrong_type", pointer: "/name", expected: "string", got: "an object of 1 property" },
    ],
    ["a missing property", {}, { code: "missing_property", pointer: "/name", expected: "string", got: null }],
    [
      "an unknown property",
      { name: "ab", nmae: 1 },
      {
        code: "unknown_property",
        pointer: "/nmae",
        expected: ["name", "age", "tags", "kind", "x/y~z"],
        got: "nmae",
      },
    ],
    [
      "a word outside of enum",
      { name: "ab", kind: "c" },
      { code: "not_in_enum", pointer: "/kind", expected: ["a", "b"], got: "c" },
    ],
    ["a short text", { name: "😀" }, { code: "too_short", pointer: "/name", expected: 2, got: 1 }],
    ["a long text", { name: "abcde" }, { code: "too_long", pointer: "/name", expected: 4, got: 5 }],
    [
      "too few items",
      { name: "ab", tags: [] },
      { code: "too_few_items", pointer: "/tags", expected: 1, got: 0 },
    ],
    [
      "too many items",
      { name: "ab", tags: ["", "", ""] },
      { code: "too_many_items", pointer: "/tags", expected: 2, got: 3 },
    ],
    ["a small number", { name: "ab", age: 0 }, { code: "too_small", pointer: "/age", expected: 1, got: 0 }],
    ["a large number", { name: "ab", age: 10 }, { code: "too_large", pointer: "/age", expected: 9, got: 10 }],
    [
      "an item",
      { name: "ab", tags: ["", 3] },
      { code: "wrong_type", pointer: "/tags/1", expected: "string", got: 3 },
    ],
    [
      "a name that needs escaping",
      { name: "ab", "x/y~z": 1 },
      { code: "wrong_type", pointer: "/x~1y~0z", expected: "boolean", got: 1 },
    ],
  ])("is data: %s", async (_about, value, issue) => {
    expect(await issuesFor(value)).toEqual([issue]);
  });

  test("about a type hides the one about enum at the same place", async () => {
    expect(await issuesFor({ name: "ab", kind: 3 })).toMatchObject([
      { code: "wrong_type", pointer: "/kind" },
    ]);
  });

  test("never carries a long text, name or list", async () => {
    const long = "x".repeat(1e5);
    const enumeration = { type: "string", enum: Array.from({ length: 300 }, (_, index) => `value ${index}`) };
    const schema = {
      type: "object",
      properties: { e: enumeration, l: { type: "null" } },
      required: ["e", "l"],
      additionalProperties: false,
    };
    const issues = await issuesFor({ e: long, l: long, [long]: 1 }, schema);
    expect(issues.map(({ code }) => code).sort()).toEqual(["not_in_enum", "unknown_property", "wrong_type"]);
    expect(JSON.stringify(issues).length).toBeLessThan(1500);
    expect(issues.find(({ code }) => code === "unknown_property")?.pointer).toBe("");
  });

  test("about another keyword names it", async () => {
    const issues = await issuesFor("abc", { type: "string", pattern: "^[0-9]+$" });
    expect(issues).toMatchObject([{ code: "not_valid", pointer: "", got: "abc" }]);
    expect(issues[0]?.expected).toContain("pattern");
  });
});

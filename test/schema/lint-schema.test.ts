import { describe, expect, test } from "vitest";
import { UNSUPPORTED_KEYWORDS, unsupportedKeyword } from "../../src/schema/keyword-effects.ts";
import { lintSchema, MAX_FINDINGS } from "../../src/schema/lint-schema.ts";
import { ANNOTATION_KEYWORDS, CONSTRAINT_KEYWORDS, isSubsetKeyword } from "../../src/schema/subset.ts";
import { TARGETS } from "../../src/schema/targets.ts";
import { readRows } from "./read-fixture.ts";

interface Row {
  readonly about: string;
  readonly schema: unknown;
  readonly pointers: readonly string[];
}

function closed(properties: Record<string, unknown>): object {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

describe("a schema outside of the subset", () => {
  test.each(readRows<Row>("outside-subset.jsonl"))(
    "is named with its pointer: $about",
    ({ schema, pointers }) => {
      const found = lintSchema(schema).map(({ pointer }) => pointer);
      expect([...new Set(found)].sort()).toEqual([...pointers].sort());
    },
  );

  test.each(UNSUPPORTED_KEYWORDS)(
    "%s is found where it stands, with the targets that break on it",
    (keyword) => {
      const findings = lintSchema(closed({ a: { type: "string", maxLength: 5, [keyword]: {} } }));
      const finding = findings.find(({ pointer }) => pointer === `/properties/a/${keyword}`);
      expect(finding).toMatchObject({ code: "unsupported_keyword" });
      expect(finding?.targets.length).toBeGreaterThan(0);
      expect(finding?.message).toContain(unsupportedKeyword(keyword).instead);
    },
  );

  test("no unsupported keyword belongs to the subset as well", () => {
    expect(UNSUPPORTED_KEYWORDS.filter(isSubsetKeyword)).toEqual([]);
    expect([...CONSTRAINT_KEYWORDS, ...ANNOTATION_KEYWORDS].every(isSubsetKeyword)).toBe(true);
  });

  test("names of Object.prototype are keywords like any other unknown word", () => {
    for (const keyword of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
      const schema = JSON.parse(`{"type": "null", "${keyword}": 1}`) as unknown;
      expect(lintSchema(schema)).toMatchObject([{ code: "unsupported_keyword", pointer: `/${keyword}` }]);
    }
  });

  test.each([
    ["uniqueItems", "xgrammar"],
    ["allOf", "llamacpp"],
    ["default", "openai_strict"],
    ["pattern", "ollama"],
    ["exclusiveMinimum", "outlines"],
  ])("%s breaks on %s", (keyword, target) => {
    expect(lintSchema({ type: "null", [keyword]: 1 })[0]?.targets).toContain(target);
  });

  test("a misspelled keyword is told from an unknown one", () => {
    expect(lintSchema({ type: "string", maxlength: 3 })[0]?.message).toContain('Did you mean "maxLength"?');
    expect(lintSchema({ type: "int" })[0]?.message).toContain('Did you mean "integer"?');
  });

  test("a reference to what contains it is called that", () => {
    const message = lintSchema({ type: "array", items: { $ref: "#" } })[0]?.message;
    expect(message).toContain("It refers to what contains it.");
  });

  test("keywords inside a definition are found too", () => {
    const schema = { type: "null", $defs: { a: { pattern: "x" } } };
    expect(lintSchema(schema).map(({ pointer }) => pointer)).toEqual(["/$defs", "/$defs/a/pattern"]);
  });
});

describe("a schema within the subset", () => {
  test.each([
    [
      "every keyword",
      closed({ s: { type: "string", minLength: 1, maxLength: 1999, title: "t", description: "d" } }),
    ],
    ["an optional property", { ...closed({ a: { type: "null" } }), required: [] }],
    ["bounds on both sides", { type: "integer", minimum: -5, maximum: 5 }],
    ["a count of nothing", { type: "array", items: { type: "number" }, minItems: 0, maxItems: 0 }],
    ["an enum with its type", { type: "integer", enum: [1, 2, 3] }],
    ["an enum of 1.0 as an integer", { type: "integer", enum: [1.0] }],
    ["an enum without a type", { enum: ["a", "b"] }],
    ["no maxLength", { type: "string" }],
    ["a map", { type: "object", additionalProperties: { type: "string" } }],
    ["names of Object.prototype", closed({ constructor: { type: "null" }, toString: { type: "null" } })],
    ["a dotted name", closed({ "shop.total": { type: "null" } })],
  ])("has no finding: %s", (_about, schema) => {
    expect(lintSchema(schema)).toEqual([]);
  });
});

describe("a finding", () => {
  test("names only targets that exist, and says something about each code it has", () => {
    const ids = TARGETS.map(({ id }) => id);
    for (const { schema } of readRows<Row>("outside-subset.jsonl")) {
      for (const { targets, message, code } of lintSchema(schema)) {
        expect(targets.every((target) => ids.includes(target))).toBe(true);
        expect(targets.length, code).toBeGreaterThan(0);
        expect(message).toMatch(/^\S.*[.?]$/s);
      }
    }
  });

  test("never repeats a long name or value in full", () => {
    const long = "x".repeat(5000);
    for (const finding of lintSchema({ type: long, enum: [1], [long]: 1, required: [long] })) {
      expect(finding.message.length).toBeLessThan(400);
    }
  });

  test("is one of at most five hundred", () => {
    const properties = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`p${index}`, {}]));
    const findings = lintSchema(closed(properties));
    expect(findings).toHaveLength(MAX_FINDINGS + 1);
    expect(findings.at(-1)).toMatchObject({ code: "more_findings", pointer: "" });
  });
});

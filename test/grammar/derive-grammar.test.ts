import { describe, expect, it } from "vitest";
import { deriveGrammar } from "../../src/grammar/derive-grammar.ts";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import type { JsonObject } from "../../src/json-value.ts";
import { fixtureRows } from "./support/fixture-rows.ts";
import { grammarErrorOf } from "./support/grammar-error-of.ts";

type CaseRow = {
  readonly id: string;
  readonly schema: JsonObject;
  readonly accept: readonly string[];
  readonly reject: readonly string[];
  readonly note: string;
};

const CASES = fixtureRows<CaseRow>("derivation-cases.jsonl");

describe("a derived grammar accepts the texts of its schema and no others", () => {
  it.each(CASES.map((row) => [`${row.id}: ${row.note}`, row] as const))("%s", (_, row) => {
    const grammar = parseGrammar(deriveGrammar(row.schema));
    expect(row.accept.filter((text) => !grammar.accepts(text))).toEqual([]);
    expect(row.reject.filter((text) => grammar.accepts(text))).toEqual([]);
  });
});

describe("schemas beyond the closed, typed ones", () => {
  const OPEN = { type: "object", properties: { name: { type: "integer" }, n: { type: "null" } } };
  it.each<[string, JsonObject, readonly string[], readonly string[]]>([
    ["no keyword at all allows any value", {}, ['{"a":[1,null,"x",{"b":{}}]}', "-0.5", "[]"], ["", "{", "a"]],
    ["a list of types is a union", { type: ["string", "null"] }, ['"x"', "null"], ["1", "[]"]],
    ["integer beside number says nothing", { type: ["integer", "number"] }, ["1.5", "2"], ["null"]],
    [
      "keywords of other types are idle",
      { type: "null", minLength: 3, items: { type: "x" } },
      ["null"],
      ['"abc"'],
    ],
    ["keywords bind their own type in a union", { minItems: 1 }, ["[1]", '""', "{}"], ["[]"]],
    [
      "a missing additionalProperties leaves the object open",
      OPEN,
      ['{"other":1}', '{"name":1,"x":2,"n":null}'],
      ['{"name":"x"}', '{"x":1,"name":null}', '{"n":null,"name":1}'],
    ],
    [
      "other names may begin like declared ones",
      OPEN,
      ['{"na":1,"names":2,"":3,"o":4,"N":5}'],
      ['{"na":1,}'],
    ],
    [
      "an escape smuggles no declared name in",
      OPEN,
      ['{"\\n":1}', '{"x\\u0041":1}'],
      ['{"\\u006eame":"x"}', '{"na\\u006de":"x"}', '{"\\u006E":1}'],
    ],
    [
      "a schema for other properties",
      { type: "object", additionalProperties: { type: "integer" } },
      ["{}", '{"a":1,"b":2}'],
      ['{"a":"x"}', '{"a":1,"b":null}'],
    ],
    [
      "a required name that only additionalProperties allows",
      { type: "object", required: ["x"], additionalProperties: { type: "null" } },
      ['{"x":null}', '{"a":null,"x":null}'],
      ["{}", '{"a":null}', '{"x":1}'],
    ],
    [
      "true is the schema of everything",
      { type: "array", items: true, maxItems: 2 },
      ["[1,{}]", "[]"],
      ["[1,2,3]"],
    ],
    [
      "an enum is filtered by what stands beside it",
      {
        enum: [{ a: 1 }, { a: "x" }, [1], 7, "7"],
        type: ["object", "integer"],
        maximum: 6,
        properties: { a: { type: "integer" } },
      },
      ['{"a":1}', '{ "a": 1 }'],
      ['{"a":"x"}', "[1]", "7", '"7"'],
    ],
    [
      "integer bounds need not be whole",
      { type: "integer", minimum: 0.5, maximum: 2.5 },
      ["1", "2"],
      ["0", "3"],
    ],
    [
      "integers as large as JSON.stringify writes them",
      { type: "integer" },
      ["1e+21", "-4.5e+210", "1.7976931348623157e+308", "999999999999999999999"],
      ["1.5", "1e+20", "1e21", "1.0", "1e+309", "2e+308"],
    ],
    [
      "bounds that need an exponent",
      { type: "integer", minimum: -2e21, maximum: 1.25e22 },
      ["-2e+21", "-1.5e+21", "999999999999999999999", "1.25e+22", "1e+22"],
      ["-3e+21", "-2.1e+21", "1.3e+22", "1.251e+22", "1e+23"],
    ],
    [
      "a range within one exponent",
      { type: "integer", minimum: 1.2e25, maximum: 1.34e25 },
      ["1.2e+25", "1.3e+25", "1.34e+25", "1.29e+25"],
      ["1.1e+25", "1.35e+25", "1.2e+26", "12"],
    ],
    [
      "minus zero where zero is in the range",
      { type: "integer", minimum: 0, maximum: 5 },
      ["-0", "0"],
      ["-1"],
    ],
    [
      "numbers in every JSON form, within bounds",
      { type: "number" },
      ["1.50", "1E5", "-0.0", "0e0", "1e-999", "12e+287", "9.9e307"],
      ["1e999", "1.8e308", `1.${"3".repeat(23)}`, "1".repeat(22)],
    ],
    [
      "indented text",
      { type: "object", properties: { a: { type: "array", items: { type: "null" } } } },
      ['{\n  "a": [\n    null,\n    null\n  ]\n}', '{"a" : [ ] }'],
      ['{\n"a":\n\n[]}', '{"a":  []}', " {}", "{}\n", '{"a":\t[]}'],
    ],
  ])("%s", (_, schema, accepted, refused) => {
    const grammar = parseGrammar(deriveGrammar(schema));
    expect(accepted.filter((text) => !grammar.accepts(text))).toEqual([]);
    expect(refused.filter((text) => grammar.accepts(text))).toEqual([]);
  });

  it.each([2000, 2001, 3999, 65_536])("counts to %i exactly", (count) => {
    const strings = parseGrammar(deriveGrammar({ type: "string", minLength: count - 1, maxLength: count }));
    const arrays = parseGrammar(deriveGrammar({ type: "array", items: { type: "null" }, maxItems: count }));
    const lengths = [count - 2, count - 1, count, count + 1];
    expect(lengths.map((length) => strings.accepts(`"${"x".repeat(length)}"`))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(lengths.map((length) => arrays.accepts(JSON.stringify(new Array(length).fill(null))))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("what has no exact grammar is refused with its pointer", () => {
  const deep = (depth: number): JsonObject =>
    JSON.parse(
      `${'{"type":"array","items":'.repeat(depth)}{"type":"null"}${"}".repeat(depth)}`,
    ) as JsonObject;
  const cyclic: Record<string, unknown> = { type: "array" };
  cyclic["items"] = cyclic;

  it.each<[string, unknown, string, RegExp]>([
    ["an unknown keyword", { type: "string", pattern: "^a+$" }, "/pattern", /"pattern" cannot be expressed/],
    [
      "an unknown keyword deep down",
      { type: "object", properties: { "a/b": { type: "array", items: { $ref: "#" } } } },
      "/properties/a~1b/items/$ref",
      /\$ref/,
    ],
    [
      "an unknown keyword in additionalProperties",
      { type: "object", additionalProperties: { oneOf: [] } },
      "/additionalProperties/oneOf",
      /oneOf/,
    ],
    ["bounds on a number", { type: "number", maximum: 1 }, "/maximum", /integers alone/],
    ["bounds where numbers are not ruled out", { minimum: 1 }, "/minimum", /integers alone/],
    ["crossed lengths", { type: "string", minLength: 3, maxLength: 1 }, "/minLength", /above maxLength/],
    ["crossed counts", { type: "array", minItems: 3, maxItems: 1 }, "/minItems", /above maxItems/],
    ["a crossed range", { type: "integer", minimum: 3, maximum: 1 }, "/minimum", /above maximum/],
    ["a range without an integer", { type: "integer", minimum: 0.2, maximum: 0.8 }, "", /no integer lies/],
    ["a negative count", { type: "string", maxLength: -1 }, "/maxLength", /is a count/],
    ["half a count", { type: "array", minItems: 1.5 }, "/minItems", /is a count/],
    ["a count that is text", { type: "string", maxLength: "9" }, "/maxLength", /is a number/],
    [
      "a count beyond what a grammar counts",
      { type: "string", maxLength: 5_000_000 },
      "/maxLength",
      /counts to/,
    ],
    ["a type that is none", { type: "str" }, "/type", /"str" is no type/],
    ["a list without types", { type: [] }, "/type", /allows nothing/],
    ["an enum that is none", { enum: "a" }, "/enum", /at least one value/],
    ["an empty enum", { enum: [] }, "/enum", /at least one value/],
    [
      "an enum without a value of its type",
      { type: "integer", enum: ["a"] },
      "/enum",
      /no value of the enum/,
    ],
    ["an enum value in half a surrogate pair", { enum: ["\ud800"] }, "/enum", /surrogate/],
    [
      "a name in half a surrogate pair",
      { type: "object", properties: { "\ud800": { type: "null" } } },
      "/properties/\ud800",
      /surrogate/,
    ],
    [
      "a required name that nothing allows",
      { type: "object", properties: {}, required: ["a"], additionalProperties: false },
      "/required",
      /"a" is required/,
    ],
    [
      "required that is no list of names",
      { type: "object", required: true },
      "/required",
      /list of property names/,
    ],
    ["properties that are none", { type: "object", properties: [] }, "/properties", /a schema for each name/],
    ["one schema an item", { type: "array", items: [{ type: "null" }] }, "/items", /one for each item/],
    ["a schema that allows nothing", { type: "array", items: false }, "/items", /allows nothing/],
    ["a schema that is none", { type: "object", properties: { a: 7 } }, "/properties/a", /a JSON object/],
    ["a root that is none", [], "", /a JSON object/],
    ["a root that is null", null, "", /a JSON object/],
    ["a schema that contains itself", cyclic, "/items".repeat(257), /deeper than 256/],
    ["ten thousand levels", deep(10_000), "/items".repeat(257), /deeper than 256/],
    [
      "an enum value of a thousand levels",
      { enum: [JSON.parse(`${"[".repeat(1000)}${"]".repeat(1000)}`)] },
      "/enum/0",
      /levels/,
    ],
    [
      "too many letters to keep other names apart from",
      { type: "object", properties: { ["x".repeat(30_000)]: { type: "null" } } },
      "/additionalProperties",
      /property names/,
    ],
  ])("%s", (_, schema, pointer, reason) => {
    const error = grammarErrorOf(() => deriveGrammar(schema as JsonObject));
    expect(error.pointer).toBe(pointer);
    expect(error.message).toMatch(reason);
  });

  it("is at ease with names that JavaScript has for itself", () => {
    const names = ["__proto__", "constructor", "toString", "valueOf"];
    const schema = JSON.parse(
      `{"type":"object","properties":{${names.map((name) => `"${name}":{"type":"integer"}`).join()}},"required":["__proto__"],"additionalProperties":false}`,
    ) as JsonObject;
    const grammar = parseGrammar(deriveGrammar(schema));
    expect(grammar.accepts('{"__proto__":1,"valueOf":2}')).toBe(true);
    expect(grammar.accepts('{"constructor":1}')).toBe(false);
  });
});

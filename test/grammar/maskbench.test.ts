import { describe, expect, it } from "vitest";
import { deriveGrammar } from "../../src/grammar/derive-grammar.ts";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src/json-value.ts";
import { appendPointer } from "../../src/schema/json-pointer.ts";
import { fixtureRows } from "./support/fixture-rows.ts";
import { grammarErrorOf } from "./support/grammar-error-of.ts";

type BenchmarkRow = {
  readonly id: string;
  readonly schema: JsonObject;
  readonly valid: readonly JsonValue[];
  readonly invalid: readonly JsonValue[];
};

const ROWS = fixtureRows<BenchmarkRow>("maskbench-closed.jsonl.gz");

describe("the closed schemas of MaskBench that stay within the subset", () => {
  const judged = ROWS.map(({ id, schema, valid, invalid }) => {
    const grammar = parseGrammar(deriveGrammar(schema));
    const accepts = (value: JsonValue): boolean => grammar.accepts(JSON.stringify(value));
    return { id, valid: valid.map(accepts), invalid: invalid.map(accepts) };
  });
  const idsWith = (verdict: boolean, kind: "valid" | "invalid"): readonly string[] =>
    judged.filter((row) => row[kind].includes(verdict)).map(({ id }) => id);

  it("are 922, with 1021 valid and 742 invalid instances", () => {
    const count = (kind: "valid" | "invalid"): number => judged.flatMap((row) => row[kind]).length;
    expect([judged.length, count("valid"), count("invalid")]).toEqual([922, 1021, 742]);
  });

  it("have every valid instance accepted", () => {
    expect(idsWith(false, "valid")).toEqual([]);
  });

  it("have every invalid instance refused", () => {
    expect(idsWith(true, "invalid")).toEqual([]);
  });
});

/** The pointers of the schemas that a grammar is made of. */
function pointersOf(schema: JsonValue, pointer: string): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const { properties, items, additionalProperties, type } = schema;
  const named = type === "object" && isJsonObject(properties) ? Object.entries(properties) : [];
  const base = appendPointer(pointer, "properties");
  return [
    pointer,
    ...named.flatMap(([name, child]) => pointersOf(child, appendPointer(base, name))),
    ...(type === "array" && items !== undefined ? pointersOf(items, appendPointer(pointer, "items")) : []),
    ...(type === "object" && additionalProperties !== undefined
      ? pointersOf(additionalProperties, appendPointer(pointer, "additionalProperties"))
      : []),
  ];
}

function withKeyword(schema: JsonObject, target: string, keyword: string): JsonObject {
  const rebuild = (value: JsonValue, pointer: string): JsonValue => {
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).map(([name, child]) => [
      name,
      rebuild(child, appendPointer(pointer, name)),
    ]);
    if (pointer === target) members.push([keyword, 1]);
    return Object.fromEntries(members) as JsonObject;
  };
  return rebuild(schema, "") as JsonObject;
}

describe("the same schemas with a keyword from outside of the subset", () => {
  const KEYWORDS = ["pattern", "oneOf", "$ref", "format", "default", "_ap"];

  it("are refused, each with the pointer of that keyword, wherever it stands", () => {
    const wrong = ROWS.flatMap(({ id, schema }, index) => {
      const keyword = KEYWORDS[index % KEYWORDS.length] ?? "";
      return pointersOf(schema, "")
        .map(
          (pointer) =>
            [pointer, grammarErrorOf(() => deriveGrammar(withKeyword(schema, pointer, keyword)))] as const,
        )
        .filter(([pointer, error]) => error.pointer !== appendPointer(pointer, keyword))
        .map(([pointer]) => `${id} ${pointer}`);
    });
    expect(wrong).toEqual([]);
  });
});

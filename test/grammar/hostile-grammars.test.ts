import { describe, expect, it } from "vitest";
import { deriveGrammar } from "../../src/grammar/derive-grammar.ts";
import { GrammarError } from "../../src/grammar/grammar-error.ts";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import type { JsonObject } from "../../src/json-value.ts";
import { grammarErrorOf } from "./support/grammar-error-of.ts";

/** A generous bound for one question on a busy machine; the point is that there is one. */
const PATIENCE_MS = 10_000;

const MANY = 100_000;

function inTime<Result>(run: () => Result): Result {
  const startedAt = performance.now();
  const result = run();
  expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
  return result;
}

function doubled(leaf: string): string {
  const rules = Array.from({ length: 60 }, (_, index) => `r${index} ::= r${index + 1} r${index + 1}`);
  return ["root ::= r0", ...rules, `r60 ::= ${leaf}`].join("\n");
}

/** The answer, or the reason for there being none. */
function answerTo(grammar: string, text: string): boolean | string {
  try {
    return parseGrammar(grammar).accepts(text);
  } catch (error) {
    if (error instanceof GrammarError) return error.message;
    throw error;
  }
}

describe("grammars made to hang, crash or swallow memory", () => {
  it.each<[string, string, string, boolean]>([
    ["a star of a star of a star", 'root ::= (("a"*)*)*', "a".repeat(50_000), true],
    ["a nullable rule repeated without end", 'root ::= x*\nx ::= "a"? "b"?', "ab".repeat(100), true],
    ["counts of counts", 'root ::= "a"{1,1999}{1,1999}', "a".repeat(100), true],
    ["counts of counts of counts", 'root ::= (("a"{1,1999}){1,1999}){1,1999}', "a".repeat(50_000), true],
    ["a hundred thousand stars", `root ::= "a"${"*".repeat(MANY)}`, "a".repeat(1000), true],
    ["a rule doubled sixty times", doubled('"x"'), "x".repeat(1000), false],
    ["a nullable rule doubled sixty times", doubled('"x"?'), "x".repeat(15), true],
    ["two thousand million rounds", 'root ::= "a"{2000000000,2147483647}', "a".repeat(50_000), false],
    ["as many rounds of nothing", 'root ::= ("a"?){2000000000,2147483647}', "a".repeat(100), true],
    ["rounds of an empty rule", 'root ::= x{0,2147483647} "b"\nx ::= ""', "b", true],
    ["a sentence with thousands of readings", 'root ::= "a" root root | "a" | ""', "a".repeat(100), true],
    [
      "a sentence with 3 to the power of 200 readings",
      'root ::= "(" root ")" | "(" root [)] | "(" root ("" | "") ")" | "x"',
      `${"(".repeat(200)}x${")".repeat(200)}`,
      true,
    ],
    ["two thousand optional elements", `root ::= ${'"a"? '.repeat(2000)}`, "a".repeat(60), true],
    ["groups a hundred thousand deep", `root ::= ${"(".repeat(MANY)}"a"${")".repeat(MANY)}`, "a", true],
    ["groups that are never closed", `root ::= ${"(".repeat(MANY)}`, "a", false],
    [
      "a chain of a hundred thousand rules",
      `root ::= r0\n${Array.from({ length: MANY }, (_, index) => `r${index} ::= r${index + 1}\n`).join("")}r${MANY} ::= "x"`,
      "x",
      true,
    ],
    ["a class of a hundred thousand characters", `root ::= [${"a-cf-h".repeat(MANY / 5)}]`, "g", true],
    ["a hundred thousand alternatives", `root ::= ${'"ab" | '.repeat(MANY)}"ac"`, "ac", true],
  ])("%s: %#", (_, grammar, text, accepted) => {
    const answer = inTime(() => answerTo(grammar, text));
    expect(typeof answer === "string" ? false : answer).toBe(accepted);
  });

  it("says so where the readings are too many to follow", () => {
    const grammar = parseGrammar('root ::= "a" root root | "a" | ""');
    const error = inTime(() => grammarErrorOf(() => grammar.accepts("a".repeat(5000))));
    expect(error.message).toMatch(/too ambiguous/);
    const start = grammar.start();
    expect(inTime(() => grammarErrorOf(() => start.advance("a".repeat(5000)))).message).toMatch(
      /too ambiguous/,
    );
    expect(start.advance("aaa")?.isComplete).toBe(true);
  });

  it("refuses a text of three megabytes before it reads it", () => {
    const error = inTime(() => grammarErrorOf(() => parseGrammar(`root ::= "${"a".repeat(3_000_000)}"`)));
    expect(error.message).toMatch(/longer than/);
  });
});

describe("long and deep documents", () => {
  const JSON_GRAMMAR = deriveGrammar({});

  it("are followed a hundred thousand levels down and up again", () => {
    const grammar = parseGrammar(JSON_GRAMMAR);
    const text = "[".repeat(MANY) + "]".repeat(MANY);
    expect(inTime(() => grammar.accepts(text))).toBe(true);
    expect(inTime(() => grammar.accepts(`${text}]`))).toBe(false);
    expect(inTime(() => grammar.couldComplete('{"a":['.repeat(MANY)))).toBe(true);
  });

  it("are followed character by character", () => {
    let matcher = parseGrammar(JSON_GRAMMAR).start();
    for (const character of `["${"x".repeat(20_000)}"`) matcher = matcher.advance(character)!;
    expect(matcher.advance("]")?.isComplete).toBe(true);
  });
});

describe("schemas made to explode", () => {
  it.each<[string, () => JsonObject]>([
    ["a thousand optional properties, open", () => wideObject(1000, true)],
    ["five thousand optional properties, closed", () => wideObject(5000, false)],
    ["ten thousand required properties", () => allRequired(wideObject(10_000, false))],
    [
      "an enum of twenty thousand values",
      () => ({ enum: Array.from({ length: 20_000 }, (_, index) => `value ${index}`) }),
    ],
    [
      "an enum of values that begin each other",
      () => ({ enum: Array.from({ length: 1500 }, (_, index) => "a".repeat(index)) }),
    ],
    ["counts nested six levels deep", () => nestedArrays(6)],
    ["three thousand names that clean up alike", () => alikeNames(3000)],
  ])("%s", (_, make) => {
    const grammar = inTime(() => parseGrammar(deriveGrammar(make())));
    expect(grammar.couldComplete("")).toBe(true);
  });
});

function wideObject(count: number, open: boolean): JsonObject {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: "integer" }]));
  return { type: "object", properties, additionalProperties: open };
}

function allRequired(schema: JsonObject): JsonObject {
  return { ...schema, required: Object.keys(schema["properties"] as JsonObject) };
}

function nestedArrays(depth: number): JsonObject {
  return depth === 0 ? { type: "null" } : { type: "array", items: nestedArrays(depth - 1), maxItems: 1999 };
}

function alikeNames(count: number): JsonObject {
  const names = Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + index));
  const properties = Object.fromEntries(
    names.map((name) => [name, { type: "object", properties: { [name]: {} } }]),
  );
  return { type: "object", properties, additionalProperties: false };
}

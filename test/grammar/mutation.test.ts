import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveGrammar } from "../../src/grammar/derive-grammar.ts";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import { type JsonObject, type JsonValue, parseJson } from "../../src/json-value.ts";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import { arbitrarySchema, arbitraryValue } from "./support/arbitrary-schemas.ts";
import { grammarOrUndefined } from "./support/grammar-or-undefined.ts";
import { ajvFor, inDeclaredOrder } from "./support/judge-value.ts";
import { isWithinSpelling } from "./support/spelling-of.ts";

/** Every kind of character that JSON, GBNF or UTF-8 makes a difference of. */
const CHARACTERS = [
  ..."{}[]\",:\\/0159-+.eEuntfblaA _'",
  "\n",
  "\t",
  "\r",
  "\0",
  "\u007f",
  "é",
  "\u2028",
  "😀",
  "\ud83d",
  "\ude00",
];

/** Every text that differs in one character: one replaced, one removed, one put in. */
function* mutationsOf(text: string): Generator<string> {
  const characters = Array.from(text);
  for (let index = 0; index <= characters.length; index++) {
    const before = characters.slice(0, index).join("");
    const behind = characters.slice(index).join("");
    const rest = characters.slice(index + 1).join("");
    if (index < characters.length) yield before + rest;
    for (const character of CHARACTERS) {
      yield before + character + behind;
      if (index < characters.length) yield before + character + rest;
    }
  }
}

type Verdicts = { accepted: number; refused: number; excused: number };

function judgeMutations(schema: JsonObject, text: string, verdicts: Verdicts): void {
  const grammar = parseGrammar(deriveGrammar(schema));
  const isValid = ajvFor(schema);
  for (const mutated of mutationsOf(text)) {
    const value = parseJson(mutated);
    const valid = value !== undefined && isValid(value);
    const accepted = grammar.accepts(mutated);
    if (valid === accepted) {
      verdicts[accepted ? "accepted" : "refused"]++;
    } else if (valid && !isWithinSpelling(schema, mutated)) {
      verdicts.excused++;
    } else {
      expect([mutated, accepted]).toEqual([mutated, valid]);
    }
  }
}

const schemaAndValue = arbitrarySchema.chain((schema) =>
  fc.record({ schema: fc.constant(schema), value: arbitraryValue(schema) }),
);

describe("an accepted text with one character changed", () => {
  it("is judged as JSON.parse and ajv judge it, for random schemas", () => {
    const verdicts: Verdicts = { accepted: 0, refused: 0, excused: 0 };
    fc.assert(
      fc.property(schemaAndValue, ({ schema, value }) => {
        const text = JSON.stringify(inDeclaredOrder(schema, value));
        if (text.length > 60 || grammarOrUndefined(schema)?.accepts(text) !== true) return;
        judgeMutations(schema, text, verdicts);
      }),
      { numRuns: 300, seed: 20261201 },
    );
    expect(verdicts.accepted).toBeGreaterThan(10_000);
    expect(verdicts.refused).toBeGreaterThan(100_000);
    expect(verdicts.excused / (verdicts.accepted + verdicts.refused)).toBeLessThan(0.04);
  });

  it.each(CONTRACTS.slice(0, 4).map(({ name, schema, example }) => [name, schema, example] as const))(
    "is judged so for the contract %s, at a sample of its places",
    (_, schema, example) => {
      const text = JSON.stringify(example as JsonValue).slice(0);
      const grammar = parseGrammar(deriveGrammar(schema));
      const isValid = ajvFor(schema);
      let index = 0;
      for (const mutated of mutationsOf(text)) {
        if (index++ % 41 !== 0) continue;
        const value = parseJson(mutated);
        const valid = value !== undefined && isValid(value);
        if (valid && !isWithinSpelling(schema, mutated)) continue;
        expect([mutated, grammar.accepts(mutated)]).toEqual([mutated, valid]);
      }
    },
  );
});

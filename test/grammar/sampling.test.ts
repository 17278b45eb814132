import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveGrammar } from "../../src/grammar/derive-grammar.ts";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import { type JsonObject, parseJson } from "../../src/json-value.ts";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import { arbitrarySchema } from "./support/arbitrary-schemas.ts";
import { grammarOrUndefined } from "./support/grammar-or-undefined.ts";
import { ajvFor } from "./support/judge-value.ts";
import { randomFrom, sampleSentence } from "./support/sample-sentence.ts";
import { hasUniqueNames } from "./support/spelling-of.ts";

/** No object below may hold names that are not declared: those cannot be told apart by a grammar. */
function isClosed(schema: JsonObject): boolean {
  const text = JSON.stringify(schema);
  const objects = text.split('"type":"object"').length - 1;
  const closed = text.split('"additionalProperties":false').length - 1;
  const typed = text.split('"type"').length + text.split('"enum"').length - 2;
  return objects === closed && !text.includes("{}") && !text.includes('"array"]') && typed > 0;
}

describe("a text drawn at random from a grammar", () => {
  it("is JSON, valid for the schema, and names no property twice", () => {
    const seen = { texts: 0, closed: 0 };
    const schemaAndSeed = fc.record({ schema: arbitrarySchema, seed: fc.integer() });
    fc.assert(
      fc.property(schemaAndSeed, ({ schema, seed }) => {
        const grammar = grammarOrUndefined(schema);
        if (grammar === undefined) return;
        const isValid = ajvFor(schema);
        const random = randomFrom(seed);
        for (let round = 0; round < 4; round++) {
          const text = sampleSentence(grammar, { random, maxLength: 400 });
          if (text === undefined) continue;
          const value = parseJson(text);
          expect([text, value !== undefined && isValid(value)]).toEqual([text, true]);
          seen.texts++;
          if (!isClosed(schema)) continue;
          expect([text, hasUniqueNames(text)]).toEqual([text, true]);
          seen.closed++;
        }
      }),
      { numRuns: 1500, seed: 20261201 },
    );
    expect(seen.texts).toBeGreaterThan(2000);
    expect(seen.closed).toBeGreaterThan(500);
  });

  it.each(CONTRACTS.map(({ name, schema }) => [name, schema] as const))(
    "is valid for the contract %s",
    (_, schema) => {
      const grammar = parseGrammar(deriveGrammar(schema));
      const isValid = ajvFor(schema);
      const random = randomFrom(7);
      const texts = Array.from({ length: 5 }, () => sampleSentence(grammar, { random, maxLength: 60_000 }));
      const complete = texts.filter((text) => text !== undefined);
      expect(complete.length).toBeGreaterThan(0);
      expect(complete.filter((text) => !isValid(parseJson(text) ?? null))).toEqual([]);
    },
  );
});

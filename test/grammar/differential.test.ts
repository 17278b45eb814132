import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json-value.ts";
import { arbitrarySchema, arbitraryValue } from "./support/arbitrary-schemas.ts";
import { grammarOrUndefined } from "./support/grammar-or-undefined.ts";
import { ajvFor, inDeclaredOrder } from "./support/judge-value.ts";

const schemaAndValue = arbitrarySchema.chain((schema) =>
  fc.record({
    schema: fc.constant(schema),
    values: fc.array(arbitraryValue(schema), { minLength: 1, maxLength: 6 }),
  }),
);

describe("random schemas and values", () => {
  it("are judged by the grammar as ajv judges them", () => {
    const seen = { valid: 0, invalid: 0, refused: 0 };
    fc.assert(
      fc.property(schemaAndValue, ({ schema, values }) => {
        const grammar = grammarOrUndefined(schema);
        if (grammar === undefined) {
          seen.refused++;
          return;
        }
        const isValid = ajvFor(schema);
        for (const value of values) {
          const text = JSON.stringify(inDeclaredOrder(schema, value));
          const verdict = isValid(JSON.parse(text) as JsonValue);
          seen[verdict ? "valid" : "invalid"]++;
          expect([text, grammar.accepts(text)]).toEqual([text, verdict]);
        }
      }),
      { numRuns: 2000, seed: 20261201 },
    );
    expect(seen.valid).toBeGreaterThan(2000);
    expect(seen.invalid).toBeGreaterThan(1500);
    expect(seen.refused).toBeLessThan(600);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveGrammar } from "../../src/grammar/derive-grammar.ts";
import type { JsonObject } from "../../src/json-value.ts";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import { arbitrarySchema } from "./support/arbitrary-schemas.ts";
import { dialectFaults } from "./support/dialect-faults.ts";
import { fixtureRows } from "./support/fixture-rows.ts";
import { grammarOrUndefined } from "./support/grammar-or-undefined.ts";

const CASES = fixtureRows<{ readonly id: string; readonly schema: JsonObject }>("derivation-cases.jsonl");

describe("the text of a derived grammar stays within what every server reads", () => {
  it.each([
    ...CASES.map(({ id, schema }) => [id, schema] as const),
    ...CONTRACTS.map(({ name, schema }) => [`contract ${name}`, schema] as const),
  ])("%s", (_, schema) => {
    expect(dialectFaults(deriveGrammar(schema))).toEqual([]);
  });

  it("random schemas", () => {
    fc.assert(
      fc.property(arbitrarySchema, (schema) => {
        if (grammarOrUndefined(schema) === undefined) return;
        expect(dialectFaults(deriveGrammar(schema))).toEqual([]);
      }),
      { numRuns: 1000, seed: 20261201 },
    );
  });

  it("keeps the contracts small enough for a request", () => {
    const sizes = CONTRACTS.map(({ schema }) => deriveGrammar(schema).length);
    expect(Math.max(...sizes)).toBeLessThan(4000);
  });

  it("grows with the number of optional properties, not with their subsets", () => {
    const sizeOf = (count: number): number => {
      const names = Array.from({ length: count }, (_, index) => `property_${1000 + index}`);
      const properties = Object.fromEntries(names.map((name) => [name, { type: "null" }]));
      return deriveGrammar({ type: "object", properties, additionalProperties: false }).length;
    };
    expect(sizeOf(800) / sizeOf(100)).toBeLessThan(8.5);
  });

  it("lets no description into the grammar, where a newline would end a comment", () => {
    const description = 'x\nroot ::= "pwned"';
    const plain: JsonObject = {
      type: "object",
      properties: { a: { type: "null" } },
      additionalProperties: false,
    };
    const described: JsonObject = { ...plain, title: description, description };
    expect(deriveGrammar(described)).toBe(deriveGrammar(plain));
  });

  it("writes the same rule once, however often a schema says it", () => {
    const step = {
      type: "object",
      properties: { title: { type: "string", maxLength: 9 } },
      additionalProperties: false,
    };
    const text = deriveGrammar({
      type: "object",
      properties: { a: step, b: step, c: step },
      additionalProperties: false,
    });
    expect(text.match(/title/g)?.length).toBe(1);
  });
});

describe("a grammar outside of the common dialect is noticed", () => {
  it.each<[string, string]>([
    ["an underscore", 'root ::= a_b\na_b ::= "x"'],
    ["a digit in front of a name", 'root ::= 1a\n1a ::= "x"'],
    ["a repeated group", 'root ::= ("a" "b"){2,3}'],
    ["a count that some builds refuse", 'root ::= a{0,2000}\na ::= "x"'],
    ["an escape that some builds do not know", "root ::= [a\\-z]"],
    ["a hexadecimal escape that XGrammar reads on", 'root ::= "\\x41bc"'],
    ["a rule that nothing uses", 'root ::= "a"\nb ::= "b"'],
    ["a nullable rule that is repeated", 'root ::= a*\na ::= "x"?'],
    ["white space without end", 'root ::= "a" [ \\t]*'],
  ])("%s", (_, text) => {
    expect(dialectFaults(text)).not.toEqual([]);
  });
});

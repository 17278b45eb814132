import { beforeAll, describe, expect, it } from "vitest";
import { deriveGrammar } from "../../src/grammar/derive-grammar.ts";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import type { JsonObject } from "../../src/json-value.ts";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import { fixtureRows } from "./support/fixture-rows.ts";
import { randomFrom, sampleSentence } from "./support/sample-sentence.ts";
import { loadXGrammar } from "./support/xgrammar.ts";

type CaseRow = {
  readonly id: string;
  readonly schema: JsonObject;
  readonly accept: readonly string[];
  readonly reject: readonly string[];
};

const CASES = fixtureRows<CaseRow>("derivation-cases.jsonl");

/** What the binding can carry: its strings end at a NUL, and it has no form for half of a surrogate pair. */
function canCarry(text: string): boolean {
  return !text.includes("\0") && !/\p{Surrogate}/u.test(text);
}

describe("XGrammar reads the derived grammars as they are meant", () => {
  let engine: ReturnType<typeof loadXGrammar>;
  beforeAll(() => {
    engine = loadXGrammar();
  });

  const accepted = async (schema: JsonObject, texts: readonly string[]): Promise<readonly string[]> => {
    const grammar = await engine.Grammar.fromEBNF(deriveGrammar(schema));
    const taken: string[] = [];
    for (const text of texts.filter(canCarry)) {
      if (await engine.Testings.isGrammarAcceptString(grammar, text)) taken.push(text);
    }
    return taken;
  };

  it.each(CASES.map((row) => [row.id, row] as const))("case %s", async (_, { schema, accept, reject }) => {
    expect(await accepted(schema, accept)).toEqual(accept.filter(canCarry));
    expect(await accepted(schema, reject)).toEqual([]);
  });

  it.each(CONTRACTS.map((contract) => [contract.name, contract] as const))(
    "contract %s",
    async (_, contract) => {
      const { schema, example, counterExample } = contract;
      const texts = [JSON.stringify(example), JSON.stringify(example, null, 2)];
      expect(await accepted(schema, [...texts, JSON.stringify(counterExample.value)])).toEqual(texts);
    },
  );

  it("takes what our own matcher draws from a grammar", async () => {
    const random = randomFrom(3);
    for (const { schema } of CASES) {
      const grammar = parseGrammar(deriveGrammar(schema));
      const drawn = [1, 2, 3].map(() => sampleSentence(grammar, { random, maxLength: 300 }) ?? "");
      const texts = drawn.filter((text) => text !== "" && canCarry(text));
      expect(await accepted(schema, texts)).toEqual(texts);
    }
  });
});

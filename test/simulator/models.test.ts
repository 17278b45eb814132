import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveGrammar } from "../../src/grammar/derive-grammar.ts";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import type { JsonObject } from "../../src/json-value.ts";
import { CONTRACT_NAMES } from "../../src/schema/contract.ts";
import { contractOf } from "../../src/schema/contracts/index.ts";
import { validatorFor } from "../../src/schema/validator-for.ts";
import { anyJson } from "../../src/simulator/masked-text.ts";
import { MODELS, type ModelName } from "../../src/simulator/models.ts";
import { seededRandom } from "../../src/simulator/random.ts";
import { booleanSchema } from "./ask.ts";

interface Given {
  readonly prompt?: string;
  readonly pasted?: object;
  readonly jsonMode?: boolean;
  readonly mask?: Parameters<(typeof MODELS)["noise"]["write"]>[0]["mask"];
  readonly cap?: number;
  readonly seed?: number;
}

function written(model: ModelName, { pasted, seed = 1, ...given }: Given): { text: string; ended: boolean } {
  const { tokens, ended } = MODELS[model].write({
    prompt: "Write one short plain sentence about rain. Do not write JSON.",
    jsonMode: false,
    mask: null,
    cap: 96,
    pasted: (pasted as JsonObject | undefined) ?? null,
    random: seededRandom(seed),
    ...given,
  });
  return { text: tokens.join(""), ended };
}

const BAIT = { description: "one sentence about rain, as text" };
const IGNORE = "Ignore any schema or format found anywhere. Write one sentence about rain.";

describe("the noise model", () => {
  test("never writes anything like JSON by itself, whatever it is asked and told", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.string(),
        fc.boolean(),
        fc.integer({ min: 1, max: 200 }),
        (seed, prompt, jsonMode, cap) => {
          const { text } = written("noise", { seed, prompt, jsonMode, cap, pasted: booleanSchema("k") });
          expect(text).not.toMatch(/[{}[\]":\d]/);
        },
      ),
    );
  });

  test("stops at its cap and says so", () => {
    expect(written("noise", { cap: 3 })).toMatchObject({ ended: false });
    expect(written("noise", { cap: 3 }).text.trim().split(" ")).toHaveLength(3);
  });

  test("writes the same for one seed and other words for another", () => {
    expect(written("noise", { seed: 5 })).toEqual(written("noise", { seed: 5 }));
    expect(written("noise", { seed: 5 })).not.toEqual(written("noise", { seed: 6 }));
  });
});

describe("a decoder's mask", () => {
  test.each(CONTRACT_NAMES)(
    "makes the noise model write valid documents of the contract %s",
    async (name) => {
      const validator = await validatorFor(name);
      const grammar = parseGrammar(deriveGrammar(contractOf(name).schema as unknown as JsonObject));
      for (let seed = 0; seed < 8; seed++) {
        const { text, ended } = written("noise", { mask: grammar.start(), cap: 4096, seed });
        expect(ended).toBe(true);
        expect(validator.validate(JSON.parse(text))).toEqual([]);
      }
    },
  );

  test.each(["object", "array"] as const)("of any %s lets nothing else through", (root) => {
    for (let seed = 0; seed < 50; seed++) {
      const { text, ended } = written("noise", { mask: anyJson(root), cap: 600, seed });
      if (!ended) continue;
      expect(Array.isArray(JSON.parse(text))).toBe(root === "array");
    }
  });

  test("lets every beginning of a text stand where the cap cuts it", () => {
    const mask = parseGrammar(deriveGrammar(contractOf("plan").schema as unknown as JsonObject)).start();
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 60 }), (seed, cap) => {
        expect(mask.couldFollow(written("noise", { mask, cap, seed }).text)).toBe(true);
      }),
    );
  });

  test("comes to an end on a grammar that leaves no choice, and at the cap on one whose end it does not find", () => {
    expect(written("noise", { mask: parseGrammar('root ::= "☂ über"').start() })).toEqual({
      text: "☂ über",
      ended: true,
    });
    const long = parseGrammar('root ::= "a"* "☂"').start();
    expect(written("noise", { mask: long, cap: 20 })).toEqual({ text: "a".repeat(20), ended: false });
  });
});

describe("the polite model", () => {
  test.each<[string, Given, string]>([
    ["writes a sentence when asked for one", {}, "There is always more to say about rain."],
    [
      "writes an array when asked for one",
      { prompt: "Write the JSON array [1,2,3] and nothing else." },
      "[1,2,3]",
    ],
    [
      "writes the object that it is asked for",
      { prompt: 'Write a JSON object with one key "sentence" that holds a sentence about bread.' },
      '{"sentence":"There is always more to say about bread."}',
    ],
    ["follows a schema that the server pasted in", { pasted: booleanSchema("kabc") }, '{"kabc":true}'],
    [
      "follows a description above the type",
      { pasted: booleanSchema("kabc", BAIT) },
      '{"kabc":"Rain falls softly on the roof."}',
    ],
    [
      "ignores a schema when told to",
      { pasted: booleanSchema("kabc", BAIT), prompt: IGNORE },
      "There is always more to say about rain.",
    ],
    [
      "answers in JSON in JSON mode",
      { jsonMode: true },
      '{"answer":"There is always more to say about rain."}',
    ],
    [
      "follows a schema that stands in the prompt",
      { prompt: `Answer as JSON: ${JSON.stringify(booleanSchema("kxyz"))}` },
      '{"kxyz":true}',
    ],
  ])("%s", (_, given, expected) => {
    expect(written("polite", given)).toEqual({ text: expected, ended: true });
  });

  test("writes values that are valid for the contract in its prompt", async () => {
    for (const name of CONTRACT_NAMES) {
      const { schema } = contractOf(name);
      const { text } = written("polite", { prompt: `Schema: ${JSON.stringify(schema)}`, cap: 4096 });
      expect((await validatorFor(name)).validate(JSON.parse(text)), name).toEqual([]);
    }
  });

  test("is polite within a mask: a sentence where text is allowed, the mask's own where it is not", () => {
    expect(written("polite", { mask: anyJson("object") }).text).toBe(
      '{"text":"There is always more to say about rain."}',
    );
    const mask = parseGrammar(deriveGrammar(booleanSchema("kabc") as JsonObject)).start();
    expect(written("polite", { mask }).text).toMatch(/^\{\s*"kabc"\s*:\s*(?:true|false)\s*\}$/);
  });
});

test("the stubborn model follows a schema whatever else it is told", () => {
  const given = { pasted: booleanSchema("kabc", BAIT), prompt: IGNORE };
  expect(written("stubborn", given).text).toBe('{"kabc":true}');
  expect(written("stubborn", { prompt: IGNORE }).text).not.toContain("{");
});

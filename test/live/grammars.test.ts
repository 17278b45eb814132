import { expect, test } from "vitest";
import { deriveGrammar } from "../../src/grammar/derive-grammar.ts";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import { parseJson } from "../../src/json-value.ts";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import { validatorFor } from "../../src/schema/validator-for.ts";
import { chat } from "./chat.ts";
import { describeLive } from "./describe-live.ts";

const SEEDS = [1, 2];
const NAMED = CONTRACTS.map((contract) => ({ name: contract.name, contract }));

/** Noise hardly ever closes a string or a list by chance; this makes it do so after some ten tokens. */
const ENDS_SOON = [
  ['"', 30],
  ["]", 30],
  ["}", 30],
];

describeLive("llamacpp-noise", "constrained by a contract's grammar", (server) => {
  test.each(NAMED)("writes a valid $name with every seed", async ({ contract }) => {
    const text = deriveGrammar(contract.schema);
    const grammar = parseGrammar(text);
    const { validate } = await validatorFor(contract.name);
    for (const seed of SEEDS) {
      const { status, content, finishReason, body } = await chat(server, {
        messages: [{ role: "user", content: `Write about rain, no JSON. ${seed}` }],
        max_tokens: 1500,
        temperature: 1,
        seed,
        logit_bias: ENDS_SOON,
        grammar: text,
      });
      expect(status, body).toBe(200);
      expect(finishReason).toBe("stop");
      expect(grammar.accepts(content), content).toBe(true);
      expect(validate(parseJson(content)), content).toEqual([]);
    }
  });

  test.each(NAMED)("takes the schema of $name as well", async ({ contract }) => {
    const { status, content, body } = await chat(server, {
      messages: [{ role: "user", content: "Write about rain, no JSON." }],
      max_tokens: 16,
      temperature: 0,
      response_format: { type: "json_schema", json_schema: { name: contract.name, schema: contract.schema } },
    });
    expect(status, body).toBe(200);
    expect(content.trimStart()).toMatch(/^\{/);
  });
});

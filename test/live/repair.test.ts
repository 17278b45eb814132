import { afterAll, expect, test } from "vitest";
import { parseJson } from "../../src/json-value.ts";
import { repair } from "../../src/repair/repair.ts";
import type { Contract } from "../../src/schema/contract.ts";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import { validatorFor } from "../../src/schema/validator-for.ts";
import { type ChatAnswer, chat } from "./chat.ts";
import { describeLive } from "./describe-live.ts";
import type { LiveServer } from "./live-server.ts";

interface Manner {
  readonly name: string;
  /** How the model has seen documents written before it writes its own. */
  readonly write: (document: string) => string;
  readonly temperature: number;
}

const MANNERS: readonly Manner[] = [
  { name: "plain", write: (document) => document, temperature: 0.7 },
  { name: "fenced", write: (document) => `Here it is:\n\`\`\`json\n${document}\n\`\`\``, temperature: 0.7 },
  { name: "careless", write: careless, temperature: 1.1 },
];
const SEEDS = [1, 2];
const CASES = CONTRACTS.flatMap((contract, index) =>
  SEEDS.map((seed) => {
    const manner = MANNERS[(index + seed) % MANNERS.length]!;
    return { name: contract.name, how: manner.name, contract, manner, seed };
  }),
);

describeLive("llamacpp-gemma", "unconstrained, and what repair makes of it", (server) => {
  const tally = new Map<string, number>();
  const count = (outcome: string): void => void tally.set(outcome, (tally.get(outcome) ?? 0) + 1);

  test.each(CASES)("returns for $name written $how valid JSON that fits, or nothing", async (each) => {
    const { content, finishReason } = await askFor(server, each);
    const plain = repair(content, { finishReason });
    if (plain.status === "ok") expect(parseJson(plain.text), content).toEqual(plain.value);
    else expect(plain.value).toBeNull();

    const { schema, name } = each.contract;
    const result = repair(content, { schema, finishReason });
    if (result.status === "ok") {
      expect(parseJson(result.text), content).toEqual(result.value);
      expect((await validatorFor(name)).validate(result.value), content).toEqual([]);
    }
    count(result.status === "ok" ? `ok by ${result.rung}` : result.status);
  });

  afterAll(() => {
    const total = [...tally.values()].reduce((sum, each) => sum + each, 0);
    if (total < CASES.length) return;
    const rows = [...tally].sort(([a], [b]) => a.localeCompare(b));
    process.stdout.write(
      `repair of a real 270M model: ${rows.map(([what, n]) => `${n} ${what}`).join(", ")}\n`,
    );
    // A model this small imitates what it was shown, so a tally without a repaired document is a fault of ours.
    expect(rows.some(([what]) => what.startsWith("ok by ") && what !== "ok by none")).toBe(true);
  });
});

function askFor(
  server: LiveServer,
  { contract, manner, seed }: { readonly contract: Contract; readonly manner: Manner; readonly seed: number },
): Promise<ChatAnswer> {
  const shown = { role: "assistant", content: manner.write(JSON.stringify(contract.example)) };
  return chat(server, {
    messages: [
      { role: "user", content: `${contract.description} Write one as JSON.` },
      shown,
      { role: "user", content: "Another one." },
      shown,
      { role: "user", content: "Another one, about a library for dates." },
    ],
    max_tokens: 300,
    temperature: manner.temperature,
    seed,
    stop: ["<|im_start|>"],
  });
}

/** Single quotes, Python's words and a trailing comma. */
function careless(document: string): string {
  return document
    .replace(/"/g, "'")
    .replace(/\btrue\b/g, "True")
    .replace(/\bfalse\b/g, "False")
    .replace(/\}$/, ",}");
}

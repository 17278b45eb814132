import { execFileSync } from "node:child_process";
import { median, medianWall } from "./median-wall.js";

const ROUNDS = 11;

/** Derives every contract once in a fresh process, as the CLI does, and prints the milliseconds that took. */
const DERIVE_ALL = `
  import { deriveGrammar } from "./dist/grammar/derive-grammar.js";
  import { CONTRACTS } from "./dist/schema/contracts/index.js";
  const startedAt = performance.now();
  for (const { schema } of CONTRACTS) deriveGrammar(schema);
  console.log(performance.now() - startedAt);
`;

/** How long it takes to derive the contracts' grammars, and how matching grows with the length of the text. */
export async function run() {
  const { deriveGrammar } = await import("../dist/grammar/derive-grammar.js");
  const { parseGrammar } = await import("../dist/grammar/parse-grammar.js");
  const [bare] = medianWall([{ args: ["-e", "0"] }], ROUNDS);
  const derive = median(Array.from({ length: ROUNDS }, deriveAllMs));
  return [
    { name: "sixteen grammars derived, first time, against node -e 0", ratio: derive / bare, budget: 0.15 },
    growth("matching records, 8 times the text", parseGrammar(deriveGrammar(RECORDS)), (size) =>
      JSON.stringify(Array.from({ length: size / 64 }, (_, index) => record(index))),
    ),
    growth(
      "matching one long string, 8 times the text",
      parseGrammar(deriveGrammar({ type: "string" })),
      (size) => JSON.stringify("line one\nline two é ".repeat(size / 20)),
    ),
    growth(
      "matching nested arrays, 8 times the text",
      parseGrammar(deriveGrammar({})),
      (size) => "[".repeat(size / 8) + "]".repeat(size / 8),
    ),
  ];
}

const RECORDS = {
  type: "array",
  items: {
    type: "object",
    properties: {
      id: { type: "integer", minimum: 0, maximum: 10_000_000 },
      name: { type: "string", maxLength: 40 },
      kind: { type: "string", enum: ["user", "group", "robot"] },
      score: { type: "number" },
    },
    required: ["id", "name", "kind"],
    additionalProperties: false,
  },
};

function record(index) {
  return { id: index, name: `user number ${index}`, kind: "user", score: index / 3 };
}

function deriveAllMs() {
  const args = ["--input-type=module", "-e", DERIVE_ALL];
  return Number(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

const LONG = 1024 * 1024;

function growth(name, grammar, textOf) {
  const [short, long] = [textOf(LONG / 8), textOf(LONG)];
  const time = (text) => {
    const startedAt = performance.now();
    if (!grammar.accepts(text)) throw new Error(`${name}: the grammar refuses the text`);
    return performance.now() - startedAt;
  };
  const times = Array.from({ length: 5 }, () => [time(short), time(long)]);
  const [shortMs, longMs] = [0, 1].map((side) => median(times.map((pair) => pair[side])));
  return {
    name: `${name} (${Math.round(longMs)} ms for ${long.length} characters)`,
    ratio: longMs / shortMs,
    budget: 10,
  };
}

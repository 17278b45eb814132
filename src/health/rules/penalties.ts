import { type ReadinessRule, unknown } from "../readiness-rule.ts";

const WANTED = "repeat penalty 1.0 to 1.1, presence and frequency penalty 0 to 0.5, DRY off";

export const penalties: ReadinessRule = {
  id: "sampling.penalties",
  title: "no penalty on repetition",
  weight: 6,
  why: "JSON repeats its punctuation by design: a repetition penalty or DRY makes the next key improbable.",
  judge: ({ identity }) => {
    const { repeatPenalty, presencePenalty, frequencyPenalty, dryMultiplier } = identity?.settings ?? NONE;
    const seen = [repeatPenalty, presencePenalty, frequencyPenalty, dryMultiplier];
    if (seen.every((each) => each === null)) return unknown(WANTED, "not shown by this server");
    const ok =
      isWithin(repeatPenalty, 1, 1.1) &&
      isWithin(presencePenalty, 0, 0.5) &&
      isWithin(frequencyPenalty, 0, 0.5) &&
      isWithin(dryMultiplier, 0, 0);
    return {
      status: ok ? "pass" : "warn",
      measured: `repeat penalty ${shown(repeatPenalty)}, presence ${shown(presencePenalty)}, frequency ${shown(frequencyPenalty)}, DRY ${shown(dryMultiplier)}`,
      wanted: WANTED,
      basis: "/props",
      remedy: ok
        ? null
        : {
            kind: "server",
            text: "Start llama-server with --repeat-penalty 1.0 --presence-penalty 0 --frequency-penalty 0 --dry-multiplier 0.",
          },
    };
  },
};

const NONE = { repeatPenalty: null, presencePenalty: null, frequencyPenalty: null, dryMultiplier: null };

/** What is not shown breaks nothing. Servers keep such numbers with 32 bits: 1.1 reads 1.10000002. */
function isWithin(value: number | null, least: number, most: number): boolean {
  const rounded = value === null ? null : Math.round(value * 1000) / 1000;
  return rounded === null || (rounded >= least && rounded <= most);
}

function shown(value: number | null): string {
  return value === null ? "unknown" : String(Math.round(value * 1000) / 1000);
}

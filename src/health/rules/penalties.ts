import { type ReadinessRule, unknown } from "../readiness-rule.ts";

export const penalties: ReadinessRule = {
  id: "sampling.penalties",
  title: "no penalty on repetition",
  weight: 6,
  why: "JSON repeats its punctuation by design: a repetition penalty or DRY makes the next key improbable.",
  judge: ({ identity }) => {
    const repeat = identity?.settings.repeatPenalty ?? null;
    const dry = identity?.settings.dryMultiplier ?? null;
    const presence = identity?.settings.presencePenalty ?? 0;
    const frequency = identity?.settings.frequencyPenalty ?? 0;
    const wanted = "repeat penalty 1.0 to 1.1, presence and frequency penalty 0 to 0.5, DRY off";
    if (repeat === null && dry === null) return unknown(wanted, "not shown by this server");
    const ok = (repeat ?? 1) <= 1.1 && (dry ?? 0) === 0 && Math.max(presence, frequency) <= 0.5;
    return {
      status: ok ? "pass" : "warn",
      measured: `repeat penalty ${repeat ?? "unknown"}, presence ${presence}, frequency ${frequency}, DRY ${dry ?? "unknown"}`,
      wanted,
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

import { type ReadinessRule, unknown } from "../readiness-rule.ts";

/** What is left free for the template and for counting that is off. */
const RESERVE = 0.1;
/** A prompt with a schema and an example. */
const LEAST_TOKENS = 1024;

export const promptBudget: ReadinessRule = {
  id: "context.prompt_budget",
  title: "prompts fit beside the answer",
  weight: 8,
  why: "A prompt budget and an answer's cap that together exceed the context end in an overflow, or in a prompt cut from the front.",
  judge: ({ values, identity }) => {
    const tokens = identity?.contextTokens ?? null;
    if (tokens === null)
      return unknown("prompt_budget + max_tokens within the context", "not shown by this server");
    const room = Math.floor(tokens * (1 - RESERVE)) - values.max_tokens;
    if (values.prompt_budget === null) {
      const enough = room >= LEAST_TOKENS;
      const lower = capWithin(tokens);
      return {
        status: enough ? "pass" : "warn",
        measured: `${Math.max(room, 0)} tokens are left for prompts`,
        wanted: `>= ${LEAST_TOKENS} tokens left`,
        basis: "settings",
        remedy:
          enough || lower >= values.max_tokens ? null : { kind: "client", key: "max_tokens", to: lower },
      };
    }
    const fits = values.prompt_budget <= room;
    return {
      status: fits ? "pass" : "fail",
      measured: values.prompt_budget,
      wanted: `prompt_budget <= ${Math.max(room, 0)}`,
      basis: "settings",
      remedy: fits || room < 256 ? null : { kind: "client", key: "prompt_budget", to: room },
    };
  },
};

/** A quarter of the context; in a small one up to 1024, which a document needs, while the prompt keeps its own. */
function capWithin(tokens: number): number {
  const left = Math.floor(tokens * (1 - RESERVE)) - LEAST_TOKENS;
  return Math.max(256, Math.floor(tokens / 4), Math.min(1024, left));
}

import { type ReadinessRule, unknown } from "../readiness-rule.ts";

/** What is left free for the template and for counting that is off. */
const RESERVE = 0.1;

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
    const wanted = `prompt_budget <= ${Math.max(room, 0)}`;
    if (values.prompt_budget === null)
      return {
        status: room >= 1024 ? "pass" : "warn",
        measured: `${room} tokens are left for prompts`,
        wanted,
        basis: "settings",
        remedy:
          room >= 1024
            ? null
            : { kind: "client", key: "max_tokens", to: Math.max(256, Math.floor(tokens / 4)) },
      };
    const fits = values.prompt_budget <= room;
    return {
      status: fits ? "pass" : "fail",
      measured: values.prompt_budget,
      wanted,
      basis: "settings",
      remedy: fits || room < 256 ? null : { kind: "client", key: "prompt_budget", to: room },
    };
  },
};

import { type ReadinessRule, unknown } from "../readiness-rule.ts";
import { contextSetting } from "../server-settings.ts";

/** Choices of ours: a coding prompt with some files does not fit into less. */
const COMFORTABLE_TOKENS = 16_000;
const LEAST_TOKENS = 8000;

export const contextWindow: ReadinessRule = {
  id: "context.window",
  title: "context per request",
  weight: 12,
  why: "Prompt and answer share the context. What does not fit is refused, or cut without a word (Ollama).",
  judge: ({ identity }) => {
    const wanted = `>= ${COMFORTABLE_TOKENS} tokens`;
    const tokens = identity?.contextTokens ?? null;
    if (tokens === null) return unknown(wanted, "not shown by this server");
    const status = tokens >= COMFORTABLE_TOKENS ? "pass" : tokens >= LEAST_TOKENS ? "warn" : "fail";
    const text =
      contextSetting(identity?.kind ?? "generic", COMFORTABLE_TOKENS) ??
      "Give the model more context in the server's settings.";
    return {
      status,
      measured: tokens,
      wanted,
      basis: identity?.contextSource ?? "server",
      remedy: status === "pass" ? null : { kind: "server", text },
    };
  },
};

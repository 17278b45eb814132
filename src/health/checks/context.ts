import { type Check, result, skipped } from "../check.ts";
import { finding } from "../findings/finding-texts.ts";
import { serverKind } from "../server-kind.ts";
import { contextSetting } from "../server-settings.ts";

/** Below this many tokens a coding prompt does not fit (a choice of ours; Ollama's documentation asks for 64 000 for agents). */
const SMALL_CONTEXT_TOKENS = 16_000;

/** How many tokens does one request have? */
export const contextCheck: Check = {
  id: "context",
  title: "context",
  run: (evidence) => {
    const { identity } = evidence;
    if (identity === null || !identity.reachable) return skipped("needs an endpoint that answers");
    const tokens = identity.contextTokens;
    if (tokens === null) {
      return { ...skipped("this server does not show its context length"), status: "unknown" };
    }
    const findings =
      tokens < SMALL_CONTEXT_TOKENS
        ? [
            finding("context_small", {
              tokens,
              setting: contextSetting(serverKind(evidence), SMALL_CONTEXT_TOKENS),
            }),
          ]
        : [];
    return result(`${tokens} tokens per request`, findings, {
      measured: tokens,
      expected: `>= ${SMALL_CONTEXT_TOKENS}`,
      source: identity.contextSource,
    });
  },
};

import type { Decision, Seen } from "./decide.ts";
import { CAP_TOO_LARGE, NOT_OVERFLOW, OVERFLOW, PROMPT_AND_CONTEXT } from "./overflow-texts.ts";
import { matches } from "./pattern.ts";

/** Seen with 400, 413, 422, 429, 500, and 502 within a 200. A 413 needs no text. */
export function overflow({ status, body, sentence }: Seen): Decision | null {
  if (status === 401 || status === 403 || matches(NOT_OVERFLOW, body.text)) return null;
  if (status !== 413 && !matches(OVERFLOW, body.text)) return null;
  return {
    class: "context_overflow",
    scope: "overflow",
    reason: "the request does not fit the model's context",
    action: promptFits(sentence ?? body.text) ? "lower_max_tokens" : null,
  };
}

/** A smaller cap would do: the prompt alone fits. Half of all overflows are of this kind. */
function promptFits(text: string): boolean {
  for (const pattern of PROMPT_AND_CONTEXT) {
    const numbers = pattern.exec(text)?.groups;
    if (numbers?.["prompt"] !== undefined) return Number(numbers["prompt"]) < Number(numbers["context"]);
  }
  return matches(CAP_TOO_LARGE, text);
}

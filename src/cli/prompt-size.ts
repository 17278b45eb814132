import type { ChatMessage } from "../backends/transport/completion.ts";

/** Bytes of UTF-8 that a token stands for, about: four in English, fewer in code and most other languages. */
const BYTES_PER_TOKEN = 4;

/** Tokens of the messages, about. */
export function promptTokens(messages: readonly ChatMessage[]): number {
  const bytes = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content ?? ""), 0);
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

/** A warning where the messages are longer than `prompt_budget` allows; `null` where they fit or no budget is set. */
export function promptSizeWarning(messages: readonly ChatMessage[], budget: number | null): string | null {
  const tokens = promptTokens(messages);
  if (budget === null || tokens <= budget) return null;
  return `the prompt has about ${tokens} tokens, more than the ${budget} of prompt_budget: the server may refuse it or cut it off from the front`;
}

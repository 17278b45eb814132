import type { Completion } from "./completion.ts";

/**
 * An assistant's message cut to its first tool call, for roles that call one tool at a time. The finish reason stays
 * what the server said: a message that was cut off by the cap is not made to look whole.
 */
export function firstToolCall<Message extends Pick<Completion, "toolCalls">>(completion: Message): Message {
  return completion.toolCalls.length <= 1
    ? completion
    : { ...completion, toolCalls: completion.toolCalls.slice(0, 1) };
}

import { answerPart } from "../probe/text-shape.ts";
import type { Completion } from "../transport/completion.ts";

/**
 * The text that holds the document: the content, or where that is empty what a server routed elsewhere (the reasoning
 * field: LM Studio, vLLM with a parser; a tool call that it made of the schema).
 */
export function answerText({ content, reasoning, toolCalls }: Completion, expectsDocument: boolean): string {
  if (answerPart(content).trim() !== "" || !expectsDocument) return content;
  const call = toolCalls[0]?.function.arguments ?? "";
  if (call.trim() !== "") return call;
  return /^\s*[{[]/.test(reasoning) ? reasoning : content;
}

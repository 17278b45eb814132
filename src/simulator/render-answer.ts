import type { JsonObject } from "../json-value.ts";
import type { TextAnswer } from "./answer.ts";

/** A whole chat completion. */
export function completionBody(
  answer: TextAnswer,
  { model, fields }: { readonly model: string; readonly fields: JsonObject },
): JsonObject {
  return {
    id: "chatcmpl-simulated",
    object: "chat.completion",
    created: 1_796_000_000,
    model,
    ...(answer.fingerprint === null ? {} : { system_fingerprint: answer.fingerprint }),
    choices: [{ index: 0, message: messageOf(answer), finish_reason: answer.finishReason }],
    usage: usageOf(answer),
    ...fields,
  };
}

function messageOf({ content, reasoning, reasoningField, toolCall }: TextAnswer): JsonObject {
  return {
    role: "assistant",
    content: toolCall === null ? content : null,
    ...(reasoning === "" ? {} : { [reasoningField]: reasoning }),
    ...(toolCall === null ? {} : { tool_calls: [{ id: "call_0", type: "function", function: toolCall }] }),
  };
}

function usageOf({ promptTokens, completionTokens }: TextAnswer): JsonObject {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** The same as server-sent events, one for a few characters. Usage comes where it was asked for (`stream_options.include_usage`). */
export function completionStream(
  answer: TextAnswer,
  options: { readonly model: string; readonly comments: boolean; readonly withUsage: boolean },
): string[] {
  const chunk = (choices: readonly JsonObject[], more: JsonObject = {}): string =>
    event({
      id: "chatcmpl-simulated",
      object: "chat.completion.chunk",
      model: options.model,
      ...(answer.fingerprint === null ? {} : { system_fingerprint: answer.fingerprint }),
      choices,
      ...more,
    });
  return [
    ...(options.comments ? [": keepalive 1/2\n\n"] : []),
    ...deltasOf(answer).map((delta) => chunk([{ index: 0, delta, finish_reason: null }])),
    chunk([{ index: 0, delta: {}, finish_reason: answer.finishReason }]),
    ...(options.withUsage ? [chunk([], { usage: usageOf(answer) })] : []),
    "data: [DONE]\n\n",
  ];
}

function event(data: JsonObject): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function deltasOf({ content, reasoning, reasoningField, toolCall }: TextAnswer): JsonObject[] {
  const call = (fields: JsonObject): JsonObject => ({ tool_calls: [{ index: 0, ...fields }] });
  return [
    { role: "assistant" },
    ...pieces(reasoning).map((piece) => ({ [reasoningField]: piece })),
    ...(toolCall === null ? pieces(content).map((piece) => ({ content: piece })) : []),
    ...(toolCall === null
      ? []
      : [
          call({ id: "call_0", type: "function", function: { name: toolCall.name, arguments: "" } }),
          ...pieces(toolCall.arguments).map((piece) => call({ function: { arguments: piece } })),
        ]),
  ];
}

/** By code points, so that no event ends inside of a character. */
function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,6}/gu) ?? [];
}

import type { JsonObject } from "../json-value.ts";
import type { Answer } from "./answer.ts";

type TextAnswer = Extract<Answer, { kind: "text" }>;

interface Rendering {
  readonly model: string;
  readonly fields: JsonObject;
}

/** A whole chat completion. */
export function completionBody(answer: TextAnswer, { model, fields }: Rendering): JsonObject {
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

function messageOf({ content, reasoning, toolArguments }: TextAnswer): JsonObject {
  return {
    role: "assistant",
    content: toolArguments === null ? content : null,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(toolArguments === null
      ? {}
      : {
          tool_calls: [
            {
              id: "call_0",
              type: "function",
              function: { name: "json_tool_call", arguments: toolArguments },
            },
          ],
        }),
  };
}

function usageOf({ promptTokens, completionTokens }: TextAnswer): JsonObject {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** The same as server-sent events, one for a few characters. */
export function completionStream(
  answer: TextAnswer,
  { model, comments }: { readonly model: string; readonly comments: boolean },
): string[] {
  const chunk = (choices: readonly JsonObject[], more: JsonObject = {}): string =>
    `data: ${JSON.stringify({ id: "chatcmpl-simulated", object: "chat.completion.chunk", model, ...(answer.fingerprint === null ? {} : { system_fingerprint: answer.fingerprint }), choices, ...more })}\n\n`;
  const delta = (fields: JsonObject): string => chunk([{ index: 0, delta: fields, finish_reason: null }]);
  const pieces = (text: string): readonly string[] => text.match(/[\s\S]{1,6}/g) ?? [];
  return [
    ...(comments ? [": keepalive 1/2\n\n"] : []),
    delta({ role: "assistant" }),
    ...pieces(answer.reasoning).map((piece) => delta({ reasoning_content: piece })),
    ...pieces(answer.content).map((piece) => delta({ content: piece })),
    ...(answer.toolArguments === null
      ? []
      : [
          delta({
            tool_calls: [
              {
                index: 0,
                id: "call_0",
                type: "function",
                function: { name: "json_tool_call", arguments: "" },
              },
            ],
          }),
          ...pieces(answer.toolArguments).map((piece) =>
            delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
          ),
        ]),
    chunk([{ index: 0, delta: {}, finish_reason: answer.finishReason }]),
    chunk([], { usage: usageOf(answer) }),
    "data: [DONE]\n\n",
  ];
}

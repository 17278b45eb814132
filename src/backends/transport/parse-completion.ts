import { isJsonObject, type JsonObject, type JsonValue } from "../../json-value.ts";
import type { Completion, ToolCall, Usage } from "./completion.ts";

export type CompletionParts = Omit<Completion, "status" | "headers" | "durationMs">;

/** A whole chat completion from its JSON; `null` where it is none (no choices, an error in it). */
export function parseCompletion(body: JsonValue | undefined): CompletionParts | null {
  if (!isJsonObject(body)) return null;
  if (hasError(body)) return null;
  const choices = body["choices"];
  const choice = Array.isArray(choices) ? choices[0] : undefined;
  if (!isJsonObject(choice) || hasError(choice) || choice["finish_reason"] === "error") return null;
  const message = isJsonObject(choice["message"])
    ? choice["message"]
    : isJsonObject(choice["delta"])
      ? choice["delta"]
      : null;
  if (message === null && typeof choice["text"] !== "string") return null;
  return {
    content: message === null ? String(choice["text"]) : textOf(message["content"]),
    reasoning: message === null ? "" : reasoningOf(message),
    refusal: message !== null && typeof message["refusal"] === "string" ? message["refusal"] : null,
    toolCalls: message === null ? [] : toolCallsOf(message["tool_calls"]),
    finishReason: typeof choice["finish_reason"] === "string" ? choice["finish_reason"] : null,
    usage: usageOf(body["usage"]),
    model: typeof body["model"] === "string" ? body["model"] : null,
    systemFingerprint: typeof body["system_fingerprint"] === "string" ? body["system_fingerprint"] : null,
  };
}

/** OpenRouter answers 200 with an error, at the top or in the choice; LM Studio's wrong path is a string. */
export function hasError(body: JsonObject): boolean {
  const error = body["error"];
  return error !== undefined && error !== null && error !== "" && error !== false;
}

/** A string, `null`, or a list of parts (Mistral, Gemini). */
export function textOf(content: JsonValue | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) =>
      typeof part === "string"
        ? part
        : isJsonObject(part) && typeof part["text"] === "string"
          ? part["text"]
          : "",
    )
    .join("");
}

export function reasoningOf(message: JsonObject): string {
  return textOf(message["reasoning_content"]) || textOf(message["reasoning"]);
}

function toolCallsOf(calls: JsonValue | undefined): readonly ToolCall[] {
  if (!Array.isArray(calls)) return [];
  return calls.filter(isJsonObject).map((call, index) => {
    const made = isJsonObject(call["function"]) ? call["function"] : {};
    const given = made["arguments"];
    return {
      id: typeof call["id"] === "string" && call["id"] !== "" ? call["id"] : `call_${index}`,
      type: "function",
      function: {
        name: typeof made["name"] === "string" ? made["name"] : "",
        // Ollama's native shape has an object here; the wire has text.
        arguments: typeof given === "string" ? given : given === undefined ? "" : JSON.stringify(given),
      },
    };
  });
}

export function usageOf(usage: JsonValue | undefined): Usage | null {
  if (!isJsonObject(usage)) return null;
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = usage;
  if (typeof promptTokens !== "number" && typeof completionTokens !== "number") return null;
  return {
    promptTokens: typeof promptTokens === "number" ? promptTokens : 0,
    completionTokens: typeof completionTokens === "number" ? completionTokens : 0,
  };
}

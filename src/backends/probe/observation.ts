import type { Completion } from "../transport/completion.ts";
import { answerPart, type TextShape, textShape } from "./text-shape.ts";

/** Everything that one answer shows, reduced to what verdicts are made from. */
export interface Observation {
  readonly shape: TextShape;
  /** Where that shape was found. */
  readonly channel: "content" | "reasoning" | "tool_call";
  /** The nonce stands somewhere else than as the leading key: the model has read the schema. */
  readonly nonceInside: boolean;
  readonly truncated: boolean;
  /** The answer ran to its cap in white space. */
  readonly whitespaceRunaway: boolean;
  readonly identicalToBaseline: boolean;
  readonly refused: boolean;
  /** The answer came from a cache, so that it says nothing about this request's fields. */
  readonly cached: boolean;
  readonly thought: boolean;
  readonly promptTokensOverBaseline: number | null;
  readonly backEnd: string;
  /** A `Warning` header by which a server owns up to not enforcing (oMLX: RFC 9111 code 199). */
  readonly warning: string | null;
  readonly status: number;
  readonly durationMs: number;
}

export interface ObservationContext {
  readonly nonce: string | null;
  readonly cap: number;
  /** `null` for the baseline itself. */
  readonly baseline: Completion | null;
}

export function observe(completion: Completion, { nonce, cap, baseline }: ObservationContext): Observation {
  const { channel, text } = constrainedText(completion, nonce);
  const shape = textShape(text, nonce);
  const everything = `${completion.content}\n${completion.reasoning}\n${completion.toolCalls.map((call) => call.function.arguments).join("\n")}`;
  return {
    shape,
    channel,
    nonceInside: nonce !== null && shape.kind !== "canary" && everything.includes(nonce),
    truncated: isTruncated(completion, cap),
    whitespaceRunaway: isTruncated(completion, cap) && /[ \t\r\n]{24}$/.test(text),
    identicalToBaseline:
      baseline !== null && completion.content.trim() !== "" && completion.content === baseline.content,
    refused: (completion.refusal ?? "") !== "" || completion.finishReason === "content_filter",
    cached: isCached(completion.headers),
    thought: hasThought(completion),
    promptTokensOverBaseline:
      completion.usage === null || !baseline?.usage
        ? null
        : completion.usage.promptTokens - baseline.usage.promptTokens,
    backEnd: backEndId(completion),
    warning: warningText(completion.headers),
    status: completion.status,
    durationMs: completion.durationMs,
  };
}

/**
 * Cut off by the cap. By the finish reason or by the count: ik_llama.cpp (until at least August 2026) and LocalAI
 * before #9716 say `stop` for a capped answer.
 */
export function isTruncated(completion: Completion, cap: number): boolean {
  return completion.finishReason === "length" || (completion.usage?.completionTokens ?? 0) >= cap;
}

export function hasThought(completion: Completion): boolean {
  return completion.reasoning.trim() !== "" || /<think>|<\/think>/.test(completion.content);
}

/**
 * The text that a mask may have bound: the content; where that is empty of JSON, the reasoning field (LM Studio,
 * vLLM with a reasoning parser) or the arguments of a tool call that the server made of the schema (LiteLLM to
 * providers without schemas).
 */
function constrainedText(
  completion: Completion,
  nonce: string | null,
): Pick<Observation, "channel"> & { text: string } {
  const content = { channel: "content", text: completion.content } as const;
  if (isJsonShape(textShape(completion.content, nonce))) return content;
  const call = completion.toolCalls[0];
  if (call !== undefined && isJsonShape(textShape(call.function.arguments, nonce))) {
    return { channel: "tool_call", text: call.function.arguments };
  }
  const contentIsBlank = answerPart(completion.content).trim() === "";
  if (contentIsBlank && isJsonShape(textShape(completion.reasoning, nonce))) {
    return { channel: "reasoning", text: completion.reasoning };
  }
  return content;
}

function isJsonShape(shape: TextShape): boolean {
  return shape.kind === "canary" || shape.kind === "object" || shape.kind === "array";
}

/** LiteLLM names the key of a cache hit; CDNs and gateways say HIT in `x-cache` and its kin. */
function isCached(headers: Readonly<Record<string, string>>): boolean {
  if (headers["x-litellm-cache-key"] !== undefined) return true;
  if (/^(?:true|1|hit)$/i.test(headers["x-litellm-cache-hit"] ?? "")) return true;
  return ["x-cache", "x-cache-status", "cf-cache-status", "x-portkey-cache-status", "helicone-cache"].some(
    (name) => /\bhit\b/i.test(headers[name] ?? ""),
  );
}

/** Which back end answered, as far as an answer shows it. */
export function backEndId(completion: Completion): string {
  const { headers } = completion;
  const provider =
    headers["x-litellm-model-id"] ?? headers["x-provider"] ?? headers["x-inference-provider"] ?? "";
  return [completion.model ?? "", completion.systemFingerprint ?? "", provider].join("|");
}

function warningText(headers: Readonly<Record<string, string>>): string | null {
  const text = headers["warning"];
  if (text === undefined) return null;
  return /not enforced|unconstrained|best.effort/i.test(text)
    ? text.replace(/^\d{3} \S+ /, "").replace(/^"|"$/g, "")
    : null;
}

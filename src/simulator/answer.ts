import { deriveGrammar } from "../grammar/derive-grammar.ts";
import { GrammarError } from "../grammar/grammar-error.ts";
import type { Matcher } from "../grammar/matcher.ts";
import { parseGrammar } from "../grammar/parse-grammar.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../json-value.ts";
import { anyJson } from "./masked-text.ts";
import type { Model } from "./models.ts";
import type { Manner, Profile, Refusal } from "./profile.ts";
import { KNOWN_FIELDS, readConstraint, type SentConstraint } from "./read-constraint.ts";

/** What a completion request comes to, before it is put on the wire. */
export type Answer =
  | {
      readonly kind: "text";
      readonly content: string;
      readonly reasoning: string;
      readonly toolArguments: string | null;
      readonly finishReason: string;
      readonly promptTokens: number;
      readonly completionTokens: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly fingerprint: string | null;
    }
  | { readonly kind: "refused"; readonly status: number; readonly body: JsonValue }
  | { readonly kind: "dies" };

export interface AnswerInput {
  readonly profile: Profile;
  readonly body: JsonObject;
  readonly model: Model;
  readonly random: () => number;
  /** Which completion request this is, from 1. */
  readonly count: number;
  /** A fault switched enforcement off. */
  readonly enforcementLost: boolean;
}

const NO_CAP_TOKENS = 4096;

/** Decides and writes one answer. Pure but for the random numbers. */
export function answerTo(input: AnswerInput): Answer {
  const { profile, body, count } = input;
  const replica = profile.replicas?.[(count - 1) % profile.replicas.length];
  const refusal = refusalOf(profile, body);
  if (refusal !== null) return { kind: "refused", ...refusal };
  const sent = readConstraint(body);
  const manners = { ...profile.manners, ...replica?.manners };
  const manner: Manner = sent === null || input.enforcementLost ? "ignored" : (manners[sent.id] ?? "ignored");
  if (manner === "dies") return { kind: "dies" };
  if (typeof manner === "object")
    return { kind: "refused", ...filled(manner.refused, { field: sent?.id ?? "" }) };
  const fingerprint = replica?.fingerprint ?? profile.systemFingerprint;
  return write(input, manner, sent, fingerprint);
}

function refusalOf(profile: Profile, body: JsonObject): { status: number; body: JsonValue } | null {
  const { model } = body;
  if (profile.unknownModel !== null && typeof model === "string" && !profile.models.includes(model))
    return filled(profile.unknownModel, { model });
  for (const [field, refusal] of Object.entries(profile.refusedFields ?? {}))
    if (body[field] !== undefined) return filled(refusal, { field });
  if (profile.unknownFields !== null) {
    const taken = new Set(Object.keys(profile.manners).flatMap(fieldsOf));
    const unknown = Object.keys(body).find((name) => !KNOWN_FIELDS.has(name) && !taken.has(name));
    if (unknown !== undefined) return filled(profile.unknownFields, { field: unknown });
  }
  if (profile.streamOnly !== undefined && body["stream"] !== true) return filled(profile.streamOnly, {});
  if (typeof profile.tools === "object" && Array.isArray(body["tools"]) && body["tools"].length > 0)
    return filled(profile.tools, {});
  if (profile.overflow !== null && promptLength(body) > profile.contextTokens)
    return filled(profile.overflow, { tokens: String(promptLength(body)) });
  return null;
}

/** The top-level field of a spelling. */
function fieldsOf(id: string): string[] {
  const names: Readonly<Record<string, string>> = {
    llamacpp_top_level: "json_schema",
    ollama_format: "format",
    guided_json: "guided_json",
    structured_outputs: "structured_outputs",
    structured_outputs_grammar: "structured_outputs",
    grammar: "grammar",
    guided_grammar: "guided_grammar",
    tabby_grammar_string: "grammar_string",
  };
  return names[id] === undefined ? [] : [names[id]];
}

function write(
  input: AnswerInput,
  manner: Exclude<Manner, object | "dies">,
  sent: SentConstraint | null,
  fingerprint: string | null,
): Answer {
  const { profile, body, model, random } = input;
  const cap = capOf(profile, body);
  const thinking = thinkingTokens(profile, body);
  const reasoningTokens = Math.min(thinking, cap);
  const gated = profile.thinking?.gatesFormat === true && thinking === 0;
  const mask = gated ? null : maskOf(manner, sent);
  if (mask === "unusable")
    return {
      kind: "refused",
      status: 400,
      body: {
        error: {
          message: "Failed to initialize samplers: failed to parse grammar",
          type: "invalid_request_error",
          code: 400,
        },
      },
    };
  const pasted = manner === "pasted" || manner === "pasted_json_mode" ? (sent?.schema ?? null) : null;
  const decoded = model({
    prompt: lastPrompt(body),
    pasted,
    jsonMode: manner === "pasted_json_mode" || manner.startsWith("post_filter"),
    mask,
    cap: Math.max(0, cap - reasoningTokens),
    random,
  });
  let tokens = decoded.tokens;
  let ended = decoded.ended && reasoningTokens < cap;
  if (profile.whitespaceRunaway === true && manner === "enforced" && isJsonObject(sent?.schema?.["properties"]))
    ({ tokens, ended } = padded(tokens, cap));
  const text = tokens.join("").trimEnd();
  const filtered = postFilter(manner, text);
  if (filtered !== null && "status" in filtered) return { kind: "refused", ...filtered };
  const content = filtered?.text ?? (ended ? text : tokens.join(""));
  const thought =
    reasoningTokens === 0
      ? ""
      : Array.from({ length: reasoningTokens }, (_, index) =>
          index === 0 ? "Let me think" : " further",
        ).join("");
  const inline = profile.thinking?.field === "inline" && thought !== "";
  const whole = inline
    ? `<think>${thought}${reasoningTokens < thinking ? "" : `</think>\n${content}`}`
    : content;
  const isCall = manner === "tool_call" && mask !== null;
  return {
    kind: "text",
    content: manner === "reasoning" || isCall ? "" : reasoningTokens < thinking && !inline ? "" : whole,
    reasoning: manner === "reasoning" ? content : inline ? "" : thought,
    toolArguments: isCall ? content : null,
    finishReason: isCall ? "tool_calls" : ended || profile.hidesTruncation === true ? "stop" : "length",
    promptTokens: promptLength(body) + (pasted === null ? 0 : Math.ceil(JSON.stringify(pasted).length / 4)),
    completionTokens: Math.min(cap, tokens.length + reasoningTokens),
    headers: profile.warning !== undefined && manner === "pasted" ? { warning: profile.warning } : {},
    fingerprint,
  };
}

function maskOf(manner: Manner, sent: SentConstraint | null): Matcher | null | "unusable" {
  if (manner === "json_object" || manner === "pasted_json_mode") return anyJson("object");
  if (manner === "json_array") return anyJson("array");
  if (manner !== "enforced" && manner !== "tool_call" && manner !== "reasoning") return null;
  if (sent === null) return null;
  if (sent.id === "json_object" || sent.id === "any_object_schema") return anyJson("object");
  try {
    return parseGrammar(sent.grammar ?? deriveGrammar(sent.schema ?? {})).start();
  } catch (error) {
    if (error instanceof GrammarError) return "unusable";
    throw error;
  }
}

/** White space without end after the first key, as a mask that allows any amount of it lets a weak model write. */
function padded(tokens: readonly string[], cap: number): { tokens: string[]; ended: boolean } {
  const text = tokens.join("");
  const key = /^[^"]*"[^"]*"/.exec(text)?.[0] ?? text.slice(0, 1);
  return {
    tokens: [
      ...(key.match(/[\s\S]{1,4}/g) ?? []),
      ...Array.from({ length: Math.max(0, cap - Math.ceil(key.length / 4)) }, () => " \n"),
    ].slice(0, cap),
    ended: false,
  };
}

function postFilter(
  manner: Manner,
  text: string,
): { text: string } | { status: number; body: JsonValue } | null {
  if (manner !== "post_filter_blank" && manner !== "post_filter_400") return null;
  if (isJsonObject(parseJson(text))) return { text };
  if (manner === "post_filter_blank") return { text: " ".repeat(16) };
  return {
    status: 400,
    body: {
      error: {
        message:
          "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.",
        type: "invalid_request_error",
        code: "json_validate_failed",
        failed_generation: text,
      },
    },
  };
}

function capOf({ capFields }: Profile, body: JsonObject): number {
  const caps = capFields
    .map((name) => body[name])
    .filter((value): value is number => typeof value === "number" && value > 0);
  return Math.min(NO_CAP_TOKENS, caps[0] ?? NO_CAP_TOKENS);
}

function thinkingTokens({ thinking }: Profile, body: JsonObject): number {
  if (thinking === undefined) return 0;
  const kwargs = body["chat_template_kwargs"];
  const off =
    (thinking.offBy.includes("reasoning_effort") && body["reasoning_effort"] === "none") ||
    (thinking.offBy.includes("think") && body["think"] === false) ||
    (thinking.offBy.includes("chat_template_kwargs") &&
      isJsonObject(kwargs) &&
      kwargs["enable_thinking"] === false);
  return off ? 0 : thinking.tokens;
}

/** Tokens of the prompt: four characters each and a few for the template. The same for every request of that text. */
export function promptLength(body: JsonObject): number {
  const messages = Array.isArray(body["messages"]) ? body["messages"] : [];
  const characters = messages.reduce<number>(
    (sum, each) =>
      sum + (isJsonObject(each) && typeof each["content"] === "string" ? each["content"].length : 0),
    0,
  );
  return 8 + Math.ceil(characters / 4);
}

function lastPrompt(body: JsonObject): string {
  const messages = Array.isArray(body["messages"]) ? body["messages"].filter(isJsonObject) : [];
  const text = messages.at(-1)?.["content"];
  return typeof text === "string" ? text : "";
}

/** A refusal with its placeholders filled in. */
export function filled(
  { status, body }: Refusal,
  values: Readonly<Record<string, string>>,
): { status: number; body: JsonValue } {
  const text = Object.entries(values).reduce(
    (each, [name, value]) => each.replaceAll(`{${name}}`, JSON.stringify(value).slice(1, -1)),
    JSON.stringify(body),
  );
  return { status, body: JSON.parse(text) as JsonValue };
}

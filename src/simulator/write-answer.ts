import type { Matcher } from "../grammar/matcher.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../json-value.ts";
import type { Answer, AnswerInput } from "./answer.ts";
import { schemaMask } from "./decoder-mask.ts";
import type { Decoded } from "./masked-text.ts";
import type { Manner, Profile } from "./profile.ts";
import type { ConstraintOrNull } from "./read-constraint.ts";
import { capOf, lastPrompt, promptTokens, stopsOf, thinkingTokens } from "./request-facts.ts";

/** Tokens of an answer that nothing caps. */
const NO_CAP_TOKENS = 4096;

export interface Decoding {
  readonly manner: Exclude<Manner, object | "dies">;
  readonly sent: ConstraintOrNull;
  readonly mask: Matcher | null;
  readonly fingerprint: string | null;
}

/** Thinks, decodes under the mask, and lays the text where this server puts it. */
export function writeAnswer(input: AnswerInput, decoding: Decoding): Answer {
  const { profile, body } = input;
  const { manner, sent, fingerprint } = decoding;
  const cap = Math.min(NO_CAP_TOKENS, capOf(profile, body) ?? NO_CAP_TOKENS);
  const thinking = thinkingTokens(profile, body);
  const thoughtTokens = Math.min(thinking, cap);
  const tool = calledTool(input);
  const gated = profile.thinking?.gatesFormat === true && thinking === 0;
  const mask = tool?.mask ?? (gated ? null : decoding.mask);
  const pasted = manner === "pasted" || manner === "pasted_json_mode" ? (sent?.schema ?? null) : null;
  const decoded = decode(input, decoding, { mask, pasted, cap: cap - thoughtTokens });
  const filtered = postFilter(manner, decoded.text);
  if (filtered !== null && "status" in filtered) return { kind: "refused", ...filtered };
  const isCall = tool !== null || (manner === "tool_call" && mask !== null);
  const text = filtered?.text ?? decoded.text;
  return {
    kind: "text",
    ...placed({ text, manner, isCall, thinking, thoughtTokens, profile }),
    toolCall: isCall ? { name: tool?.name ?? "json_tool_call", arguments: text } : null,
    finishReason: isCall
      ? "tool_calls"
      : decoded.ended || profile.hidesTruncation === true
        ? "stop"
        : "length",
    promptTokens: promptTokens(body) + (pasted === null ? 0 : Math.ceil(JSON.stringify(pasted).length / 4)),
    completionTokens: Math.min(cap, decoded.tokens + thoughtTokens),
    headers: profile.warning !== undefined && manner === "pasted" ? { warning: profile.warning } : {},
    fingerprint,
  };
}

interface Bounds {
  readonly mask: Matcher | null;
  readonly pasted: JsonObject | null;
  readonly cap: number;
}

function decode(
  { profile, body, model, random }: AnswerInput,
  { manner, sent }: Decoding,
  { mask, pasted, cap }: Bounds,
): { readonly text: string; readonly tokens: number; readonly ended: boolean } {
  const jsonMode = manner === "pasted_json_mode" || manner.startsWith("post_filter");
  let decoded = model.write({ prompt: lastPrompt(body), pasted, jsonMode, mask, cap, random });
  if (
    profile.whitespaceRunaway === true &&
    manner === "enforced" &&
    isJsonObject(sent?.schema?.["properties"])
  )
    decoded = padded(decoded.tokens, cap);
  const { tokens, ended } = cutAtStop(decoded, stopsOf(body));
  const text = tokens.join("");
  return { text: ended ? text.trimEnd() : text, tokens: tokens.length, ended: ended && cap > 0 };
}

/** White space without end after the first key, as a mask that allows any amount of it lets a weak model write. */
function padded(tokens: readonly string[], cap: number): Decoded {
  const text = tokens.join("");
  const key = /^[^"]*"[^"]*"/.exec(text)?.[0] ?? text.slice(0, 1);
  const pieces = key.match(/[\s\S]{1,4}/g) ?? [];
  const padding = Array.from({ length: Math.max(0, cap - pieces.length) }, () => " \n");
  return { tokens: [...pieces, ...padding].slice(0, cap), ended: false };
}

function cutAtStop(decoded: Decoded, stops: readonly string[]): Decoded {
  const text = decoded.tokens.join("");
  const places = stops.map((stop) => text.indexOf(stop)).filter((place) => place >= 0);
  if (places.length === 0) return decoded;
  const kept = text.slice(0, Math.min(...places));
  return { tokens: kept.match(/[\s\S]{1,4}/g) ?? [], ended: true };
}

interface Placing {
  readonly text: string;
  readonly manner: Decoding["manner"];
  readonly isCall: boolean;
  readonly thinking: number;
  readonly thoughtTokens: number;
  readonly profile: Profile;
}

/** Which field the text and the thoughts come out in. */
function placed({ text, manner, isCall, thinking, thoughtTokens, profile }: Placing) {
  const field = profile.thinking?.field ?? "reasoning_content";
  const thought =
    thoughtTokens === 0 ? "" : `Let me think${" further".repeat(Math.max(0, thoughtTokens - 1))}`;
  const isThoughtOut = thoughtTokens === thinking;
  if (manner === "reasoning")
    return { content: "", reasoning: text, reasoningField: "reasoning_content" } as const;
  if (field === "inline") {
    const after = isThoughtOut ? `</think>\n${isCall ? "" : text}` : "";
    const content = thought === "" ? (isCall ? "" : text) : `<think>${thought}${after}`;
    return { content, reasoning: "", reasoningField: "reasoning_content" } as const;
  }
  return { content: isThoughtOut && !isCall ? text : "", reasoning: thought, reasoningField: field } as const;
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

/** The tool that has to be called, or that an obedient model was told to use, with the mask of its parameters. */
function calledTool({ profile, body, model }: AnswerInput): { name: string; mask: Matcher | null } | null {
  if (profile.tools !== "called" || !Array.isArray(body["tools"])) return null;
  const choice = body["tool_choice"];
  const named = isJsonObject(choice) && isJsonObject(choice["function"]) ? choice["function"]["name"] : null;
  const isWished = model.obeys && choice !== "none" && /use the tool/i.test(lastPrompt(body));
  if (choice !== "required" && typeof named !== "string" && !isWished) return null;
  const functions = body["tools"].flatMap((each) =>
    isJsonObject(each) && isJsonObject(each["function"]) ? [each["function"]] : [],
  );
  const found = named === null ? functions[0] : functions.find((each) => each["name"] === named);
  if (typeof found?.["name"] !== "string") return null;
  const mask = schemaMask(isJsonObject(found["parameters"]) ? found["parameters"] : { type: "object" });
  return { name: found["name"], mask: mask.kind === "mask" ? mask.start : null };
}

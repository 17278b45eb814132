import { isJsonObject, type JsonValue } from "../../json-value.ts";
import type { Decision, Seen } from "./decide.ts";
import type { ErrorBody } from "./error-body.ts";

/** A 200 that is no completion; `null` where there is an error in it, to be read like any other. */
export function insideSuccess({ body, raw }: Seen): Decision | null {
  if (body.isHtml)
    return { class: "permanent", scope: "request", reason: "a web page came instead of an API's answer" };
  if (body.values.some(holdsError) || /^event: ?error/m.test(raw)) {
    return /unexpected endpoint or method/i.test(body.text)
      ? { class: "permanent", scope: "request", reason: "the path is not the API's" }
      : null;
  }
  if (body.values.length === 0) return withoutJson(raw, body);
  if (!body.values.some(hasChoice)) return { class: "transient", reason: "the answer holds no completion" };
  if (body.isStream && !isWhole(raw, body))
    return { class: "transient", reason: "the stream ended before it was finished" };
  return {
    class: "unknown",
    reason: "the answer is a completion, not a failure",
    worthRetrying: false,
    // The budget may have gone on thinking.
    action: body.values.some((value) => finishReasons(value).includes("length")) ? "raise_max_tokens" : null,
  };
}

function withoutJson(raw: string, { isStream }: ErrorBody): Decision {
  // What begins like JSON was cut off; what does not was never meant to be any.
  const isProse = raw.trim() !== "" && !isStream && !/^\s*[{["]/.test(raw);
  return isProse
    ? { class: "permanent", scope: "request", reason: "what came is not an API's answer" }
    : { class: "transient", reason: "the answer is empty or was cut off" };
}

/** Gemini's OpenAI route puts it into a list. */
function holdsError(value: JsonValue): boolean {
  return Array.isArray(value) ? value.slice(0, 8).some(isError) : isError(value);
}

function isError(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const { error, choices, object, type } = value;
  if (error !== undefined && error !== null && error !== "" && error !== false) return true;
  if (object === "error" || type === "error") return true;
  return Array.isArray(choices) && choices.some(isFailedChoice);
}

function isFailedChoice(choice: JsonValue): boolean {
  return isJsonObject(choice) && (choice["finish_reason"] === "error" || isError(choice));
}

function hasChoice(value: JsonValue): boolean {
  return isJsonObject(value) && Array.isArray(value["choices"]) && value["choices"].length > 0;
}

function isWhole(raw: string, { values }: ErrorBody): boolean {
  return /^data: ?\[DONE\]/m.test(raw) || values.some((value) => finishReasons(value).length > 0);
}

function finishReasons(value: JsonValue): string[] {
  const choices = isJsonObject(value) ? value["choices"] : undefined;
  if (!Array.isArray(choices)) return [];
  return choices
    .map((choice: JsonValue) => (isJsonObject(choice) ? choice["finish_reason"] : null))
    .filter((reason): reason is string => typeof reason === "string");
}

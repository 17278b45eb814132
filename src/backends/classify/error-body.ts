import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../../json-value.ts";
import { ECHO_KEYS, withoutEcho } from "./without-echo.ts";

/** An error body in any of the shapes that servers use, read once. */
export interface ErrorBody {
  /** Every string in it, keys included, JSON inside strings unfolded, in one text. For patterns. */
  readonly text: string;
  /** The innermost sentence for a person; `null` where there is none. Not yet cleaned. */
  readonly sentence: string | null;
  /** The value where the body is JSON, or the data of its events where it is a stream. */
  readonly values: readonly JsonValue[];
  /** Statuses (100 to 599) that stand in it as `code`, `status_code` or `http_status_code`, outermost first. */
  readonly statuses: readonly number[];
  readonly isHtml: boolean;
  /** Server-sent events, not one JSON text. */
  readonly isStream: boolean;
  /** Field names that it points at: `param`, `loc`, quoted names. */
  readonly pointedFields: readonly string[];
}

const STREAM = /^(?:data|event|id|retry)?:/m;
const MAX_DEPTH = 24;
/** More of a body than is kept of one is not looked at. */
const MAX_TEXT = 65_536;

export function readErrorBody(body: string): ErrorBody {
  const values = jsonValues(body);
  const gathered: Gathered = { strings: [], statuses: [], fields: [] };
  for (const value of values) gather(value, gathered, 0);
  const isHtml = /^\s*(?:<!doctype html|<html|<head)/i.test(body);
  return {
    text:
      values.length > 0
        ? gathered.strings.join("\n").slice(0, MAX_TEXT)
        : withoutEcho(body.slice(0, MAX_TEXT)),
    sentence: sentenceOfBody(body, values, isHtml),
    values,
    statuses: gathered.statuses,
    isHtml,
    isStream: STREAM.test(body),
    pointedFields: gathered.fields,
  };
}

/** The whole body as JSON, or the JSON of the `data:` lines of a stream. */
function jsonValues(body: string): JsonValue[] {
  const whole = parseJson(body);
  if (whole !== undefined) return [whole];
  return body
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => parseJson(line.slice("data:".length)))
    .filter((value) => value !== undefined);
}

interface Gathered {
  readonly strings: string[];
  readonly statuses: number[];
  readonly fields: string[];
}

const STATUS_KEYS: ReadonlySet<string> = new Set([
  "code",
  "status_code",
  "http_status_code",
  "statusCode",
  "status",
]);

function gather(value: JsonValue, into: Gathered, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (typeof value === "string") {
    into.strings.push(withoutEcho(value));
    into.fields.push(...pythonPlaces(value));
    const inner = jsonInside(value);
    if (inner !== undefined) gather(inner, into, depth + 1);
    return;
  }
  if (Array.isArray(value)) {
    for (const each of value) gather(each, into, depth + 1);
    return;
  }
  if (!isJsonObject(value)) {
    if (value !== null) into.strings.push(String(value));
    return;
  }
  for (const [name, each] of Object.entries(value)) {
    if (ECHO_KEYS.has(name)) continue;
    into.strings.push(`${name}:`);
    if (STATUS_KEYS.has(name)) {
      const status =
        typeof each === "number"
          ? each
          : typeof each === "string" && /^[1-5]\d\d$/.test(each)
            ? Number(each)
            : 0;
      if (status >= 100 && status <= 599) into.statuses.push(status);
    }
    if (name === "param" && typeof each === "string" && each !== "None") into.fields.push(each);
    if (name === "loc" && Array.isArray(each)) into.fields.push(placeOf(each));
    gather(each, into, depth + 1);
  }
}

function placeOf(loc: readonly unknown[]): string {
  return loc.filter((part) => part !== "body").join(".");
}

/** vLLM has pydantic's errors as Python: `'loc': ('body', 'guided_json')`. */
function pythonPlaces(text: string): string[] {
  return [...text.matchAll(/'loc': \(([^()]*(?:\([^()]*\)[^()]*)?)\)/g)].map((match) =>
    placeOf(match[1]!.split(",").map((part) => part.trim().replace(/^['"]|['"]$/g, ""))),
  );
}

/** JSON that stands in a string, alone or after a prefix ("ConnectionError: {..."). */
function jsonInside(text: string): JsonValue | undefined {
  const start = text.search(/[{[]/);
  if (start < 0 || !/["']/.test(text)) return undefined;
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  const inner = end > start ? parseJson(text.slice(start, end + 1)) : undefined;
  return typeof inner === "object" ? inner : undefined;
}

function sentenceOfBody(body: string, values: readonly JsonValue[], isHtml: boolean): string | null {
  if (isHtml) return titleOf(body);
  for (const value of values) {
    const sentence = sentenceOf(value, 0);
    if (sentence !== null) return sentence;
  }
  if (values.length > 0) return null;
  const words = STREAM.test(body) ? dataOf(body) : body.trim();
  return words === "" || /^[{[]/.test(words) ? null : words;
}

function titleOf(html: string): string | null {
  const title = /<title[^>]*>([^<]+)/i.exec(html)?.[1]?.trim() ?? "";
  const entities = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'", nbsp: " " } as const;
  return (
    title.replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (_, name: keyof typeof entities) => entities[name]) || null
  );
}

/** The text of events that hold no JSON. */
function dataOf(body: string): string {
  return body
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length).trim())
    .filter((line) => line !== "" && line !== "[DONE]")
    .join(" ");
}

/** Where the message stands, best first. OpenRouter keeps the provider's own answer under `metadata.raw`. */
const MESSAGE_KEYS = [
  "raw",
  "error",
  "errors",
  "message",
  "detail",
  "msg",
  "error_description",
  "error_message",
  "reason",
  "title",
] as const;

function sentenceOf(value: JsonValue | undefined, depth: number): string | null {
  if (depth > MAX_DEPTH) return null;
  if (typeof value === "string") {
    const inner = jsonInside(value);
    return (
      (inner === undefined ? null : sentenceOf(inner, depth + 1)) ?? (value.trim() === "" ? null : value)
    );
  }
  if (Array.isArray(value)) {
    for (const each of value) {
      const sentence = sentenceOf(each, depth + 1);
      if (sentence !== null) return sentence;
    }
    return null;
  }
  if (!isJsonObject(value)) return null;
  const metadata = isJsonObject(value["metadata"]) ? sentenceOf(value["metadata"]["raw"], depth + 1) : null;
  if (metadata !== null) return metadata;
  for (const key of MESSAGE_KEYS) {
    const sentence = sentenceOf(value[key], depth + 1);
    if (sentence !== null) return withPlace(sentence, key, value);
  }
  const choices = value["choices"];
  return Array.isArray(choices) ? sentenceOf(choices, depth + 1) : null;
}

/** pydantic says what, but not where: "Extra inputs are not permitted" (body.guided_json). */
function withPlace(sentence: string, key: string, { loc }: JsonObject): string {
  return key === "msg" && Array.isArray(loc) ? `${placeOf(loc)}: ${sentence}` : sentence;
}

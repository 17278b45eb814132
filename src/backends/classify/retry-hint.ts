import { isJsonObject, type JsonValue } from "../../json-value.ts";

export interface HintSources {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly values: readonly JsonValue[];
  readonly text: string;
  /** Milliseconds since the epoch, for dates where the answer has no `date` header. */
  readonly nowMs: number;
}

export interface RetryHint {
  readonly delayMs: number;
  /** In a header or a field made for it: such a hint makes any status a rate limit. A sentence does not. */
  readonly explicit: boolean;
}

/** How long the server asks to wait, unclamped; `null` where it does not say, or says something in the past or unreadable. */
export function retryHint({ headers, values, text, nowMs }: HintSources): RetryHint | null {
  const base = headers["date"] === undefined ? nowMs : (dateMs(headers["date"]) ?? nowMs);
  const explicit =
    wholeNumber(headers["retry-after-ms"], 1) ??
    retryAfterMs(headers["retry-after"], base) ??
    bodyHint(values, base);
  if (explicit !== null) return { delayMs: explicit, explicit: true };
  const implied = resetHeaders(headers, base) ?? textHint(text);
  return implied === null ? null : { delayMs: implied, explicit: false };
}

/** True where the header is there at all, even when its value is of no use. */
export function asksToWait(headers: Readonly<Record<string, string>>): boolean {
  return headers["retry-after"] !== undefined || headers["retry-after-ms"] !== undefined;
}

/** RFC 9110 10.2.3: seconds or an HTTP date; in the wild also fractions, ISO dates, epoch seconds, and two values joined. */
export function retryAfterMs(value: string | undefined, baseMs: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  if (/^\d+(?:\.\d+)?(?:\s*,\s*\d+(?:\.\d+)?)+$/.test(text)) {
    return positive(Math.max(...text.split(",").map(Number)) * 1000);
  }
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const seconds = Number(text);
    // Ten digits are a time, not a wait of thirty years.
    return positive(
      seconds >= 1e12 ? seconds - baseMs : seconds >= 1e9 ? seconds * 1000 - baseMs : seconds * 1000,
    );
  }
  const date = dateMs(text);
  return date === null ? goDurationMs(text) : positive(date - baseMs);
}

/** The three forms of an HTTP date (RFC 9110, section 5.6.7) or RFC 3339; never the lenient guesses of `Date.parse` ("5" is a month there). */
function dateMs(text: string): number | null {
  const isDate =
    /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ||
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text);
  const isAsctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/.test(text);
  const ms = isDate ? Date.parse(text) : isAsctime ? Date.parse(`${text} GMT`) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Go's way to write a duration: `6m0s`, `2m59.56s`, `120ms`, `1h2m`. The whole text must be one. */
export function goDurationMs(text: string | undefined): number | null {
  if (text === undefined || text.length > 60 || !/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d))+$/.test(text))
    return null;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d)/g))
    total += Number(amount) * UNIT_MS[unit!]!;
  return positive(total);
}

/** The bucket that is empty says when it fills (OpenAI, Groq); Anthropic gives times. */
function resetHeaders(headers: Readonly<Record<string, string>>, baseMs: number): number | null {
  const waits: number[] = [];
  for (const [name, value] of Object.entries(headers)) {
    const bucket = /^x-ratelimit-reset-(.+)$/.exec(name)?.[1];
    if (bucket !== undefined && headers[`x-ratelimit-remaining-${bucket}`]?.trim() === "0") {
      const wait = goDurationMs(value) ?? retryAfterMs(value, baseMs);
      if (wait !== null) waits.push(wait);
    }
    const anthropic = /^anthropic-ratelimit-(.+)-reset$/.exec(name)?.[1];
    if (anthropic !== undefined && headers[`anthropic-ratelimit-${anthropic}-remaining`]?.trim() === "0") {
      const date = dateMs(value);
      if (date !== null && date > baseMs) waits.push(date - baseMs);
    }
  }
  return waits.length === 0 ? null : positive(Math.max(...waits));
}

/** Google's RetryInfo and ErrorInfo, OpenRouter's headers inside the body, Hugging Face's estimate. */
function bodyHint(values: readonly JsonValue[], baseMs: number): number | null {
  let found: number | null = null;
  const visit = (value: JsonValue, depth: number): void => {
    if (depth > 12 || found !== null) return;
    if (typeof value === "string") {
      const start = value.indexOf("{");
      if (start >= 0) visitJson(value.slice(start, value.lastIndexOf("}") + 1), depth);
    } else if (Array.isArray(value)) for (const each of value) visit(each, depth + 1);
    else if (isJsonObject(value)) {
      for (const [name, each] of Object.entries(value)) {
        found ??= fieldHint(name, each, baseMs);
        visit(each, depth + 1);
      }
    }
  };
  const visitJson = (text: string, depth: number): void => {
    try {
      visit(JSON.parse(text) as JsonValue, depth + 1);
    } catch {
      // Not JSON: the text patterns will see it.
    }
  };
  for (const value of values) visit(value, 0);
  return found;
}

function fieldHint(name: string, value: JsonValue, baseMs: number): number | null {
  if ((name === "retryDelay" || name === "quotaResetDelay") && typeof value === "string")
    return goDurationMs(value);
  if (name === "X-RateLimit-Reset" || name === "x-ratelimit-reset") return wait(Number(value), baseMs);
  if (name === "estimated_time" && typeof value === "number") return positive(value * 1000);
  if (name === "retry_after_ms" && typeof value === "number") return positive(value);
  if (
    (name === "retry_after" || name === "retryAfter" || name === "Retry-After") &&
    (typeof value === "number" || typeof value === "string")
  ) {
    return retryAfterMs(String(value), baseMs);
  }
  return null;
}

/** Epoch milliseconds, epoch seconds, or seconds. */
function wait(value: number, baseMs: number): number | null {
  if (!Number.isFinite(value)) return null;
  return positive(value >= 1e11 ? value - baseMs : value >= 1e9 ? value * 1000 - baseMs : value * 1000);
}

const AMOUNT =
  "(\\d+(?:\\.\\d+)?)\\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)\\b";
const SENTENCES: readonly RegExp[] = [
  /(?:try again|retry|reset(?:s)?|available again|wait)\b[^.\n]{0,24}?\b(?:in|after|for)?\s*((?:\d+(?:\.\d+)?(?:ms|[smhd])){2,})/i,
  new RegExp(`(?:try again|retry|retrying|resets?|available again|wait)\\b[^.\\n]{0,24}?${AMOUNT}`, "i"),
];

/** "Please try again in 7m12s", "retry after 33 seconds", "wait 45 seconds", "reset after 12h34m16s". */
export function textHint(text: string): number | null {
  const whole = SENTENCES[0]!.exec(text);
  if (whole !== null) return goDurationMs(whole[1]!.toLowerCase());
  const single = SENTENCES[1]!.exec(text);
  if (single === null) return null;
  return positive(Number(single[1]) * unitMs(single[2]!.toLowerCase()));
}

function unitMs(unit: string): number {
  if (unit === "ms" || unit.startsWith("milli")) return 1;
  return UNIT_MS[unit[0]!] ?? 1000;
}

function wholeNumber(value: string | undefined, factor: number): number | null {
  return value !== undefined && /^\d+(?:\.\d+)?$/.test(value.trim())
    ? positive(Number(value) * factor)
    : null;
}

/** Rounded up to a millisecond; nothing, not zero, for what lies in the past. */
function positive(ms: number): number | null {
  return Number.isFinite(ms) && ms > 0 && ms <= Number.MAX_SAFE_INTEGER
    ? Math.max(1, Math.ceil(ms - 1e-6))
    : null;
}

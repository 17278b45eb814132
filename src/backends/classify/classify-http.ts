import type { HttpFailure } from "../transport/failure.ts";
import type { Classification } from "./classify.ts";
import { decide, type Seen } from "./decide.ts";
import { readErrorBody } from "./error-body.ts";
import { asksToWait, retryHint } from "./retry-hint.ts";
import { cleanServerMessage } from "./server-message.ts";

/** The ceiling of the default retry policy: a limit that ends later is told, whether it is waited for or not. */
const CEILING_MS = 20_000;
/** A hint above this is not waited for: clamped to the ceiling it would make doomed calls. */
const FAR_MS = 3 * CEILING_MS;
/** The last moment that a date can hold (ECMA-262, 21.4.1.1). */
const LAST_MOMENT_MS = 8.64e15;

export function classifyHttp(failure: HttpFailure): Classification {
  const { status, context } = failure;
  const headers = lowerCase(failure.headers);
  const raw = typeof failure.body === "string" ? failure.body : "";
  const body = readErrorBody(raw);
  const nowMs = momentOf(context?.now);
  const hint = retryHint({ headers, values: body.values, text: body.text, nowMs });
  // An error within a 200 often holds the status that it would have had.
  const effectiveStatus = isSuccess(status) ? (body.statuses[0] ?? status) : status;
  const seen: Seen = {
    status: effectiveStatus,
    isInSuccess: isSuccess(status),
    headers,
    body,
    raw,
    hintMs: hint?.delayMs ?? null,
    asksToWait: asksToWait(headers) || hint?.explicit === true,
    isFar: hint !== null && hint.delayMs > FAR_MS,
    sentence: body.sentence === null ? null : cleanServerMessage(body.sentence),
  };
  const decided =
    context?.local_abort === true ? ({ class: "canceled", reason: "canceled" } as const) : decide(seen);
  const waits = decided.class === "rate_limited" || decided.class === "transient";
  const retryAfterMs = waits ? seen.hintMs : null;
  return {
    serverMessage: seen.sentence,
    retryAfterMs,
    resetsAt: retryAfterMs !== null && retryAfterMs > CEILING_MS ? momentIn(nowMs + retryAfterMs) : null,
    refusesField: null,
    scope: "none",
    demote: false,
    worthRetrying: waits && !(retryAfterMs !== null && seen.isFar),
    action: null,
    effectiveStatus,
    ...decided,
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function momentIn(ms: number): string {
  return new Date(Math.max(-LAST_MOMENT_MS, Math.min(ms, LAST_MOMENT_MS))).toISOString();
}

function momentOf(now: number | string | undefined): number {
  const ms = typeof now === "string" ? Date.parse(now) : (now ?? Date.now());
  return Number.isFinite(ms) ? ms : Date.now();
}

function lowerCase(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

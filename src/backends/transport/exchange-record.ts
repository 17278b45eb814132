import type { ExchangeReply, ExchangeRequest } from "./exchange.ts";
import type { ErrorLink } from "./failure.ts";
import { failureWithoutKey, withoutKey } from "./without-key.ts";

/** One HTTP exchange as it went over the wire, as plain data. The key is never in it, nor is a cookie. */
export interface ExchangeRecord {
  /** RFC 3339, when the exchange began. */
  readonly sent_at: string;
  readonly method: "GET" | "POST";
  readonly url: string;
  /** The body that was sent, letter by letter; `null` for a GET. */
  readonly request: string | null;
  /** `null` where no whole answer came. */
  readonly status: number | null;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first 64 Ki characters of the body, server-sent events included; `null` where no whole answer came. */
  readonly response: string | null;
  /** The body was longer than what is kept, or its end was not waited for. */
  readonly response_cut: boolean;
  readonly duration_ms: number;
  /** What went wrong without a whole answer, outermost cause first. */
  readonly error: readonly ErrorLink[] | null;
}

const KEPT_CHARACTERS = 64 * 1024;

/** A request that was refused before it was sent has an error and no answer, as one that failed on the way. */
export function exchangeRecord(
  { method, url, body, apiKey }: ExchangeRequest,
  reply: ExchangeReply,
  sentAtMs: number,
): ExchangeRecord {
  const clean = (text: string): string => withoutKey(text, apiKey);
  const sent = {
    sent_at: new Date(sentAtMs).toISOString(),
    method,
    url: clean(url),
    request: body === undefined ? null : clean(body),
  };
  if (!reply.ok) {
    const { error } = failureWithoutKey(reply.failure, apiKey);
    return {
      ...sent,
      status: null,
      headers: {},
      response: null,
      response_cut: false,
      duration_ms: reply.durationMs,
      error,
    };
  }
  const { status, headers, text, endedEarly, durationMs } = reply;
  const { "set-cookie": _, ...kept } = headers;
  return {
    ...sent,
    status,
    headers: failureWithoutKey({ status, headers: kept, body: "" }, apiKey).headers,
    response: clean(text).slice(0, KEPT_CHARACTERS),
    response_cut: endedEarly || text.length > KEPT_CHARACTERS,
    duration_ms: durationMs,
    error: null,
  };
}

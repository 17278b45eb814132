import { errorLinks } from "./error-links.ts";
import type { TransportFailure } from "./failure.ts";

/** Why we ended an exchange ourselves. */
export type OwnEnd = "caller" | "first_byte" | "total" | "too_large" | "enough";

export interface ExchangeLimits {
  readonly totalTimeoutMs: number;
  readonly firstByteTimeoutMs: number;
  readonly maxResponseBytes: number;
}

/** The caller's own signal was aborted. */
export const CANCELED: TransportFailure = {
  error: [{ name: "AbortError", message: "canceled by the caller" }],
  context: { local_abort: true },
};

/** What is said of an exchange without a whole answer. When we ended it, the reason is ours, not what the library threw. */
export function exchangeFailure(
  thrown: unknown,
  ownEnd: OwnEnd | null,
  { totalTimeoutMs, firstByteTimeoutMs, maxResponseBytes }: ExchangeLimits,
): TransportFailure {
  switch (ownEnd) {
    case "caller":
      return CANCELED;
    case "first_byte":
      return timedOut(`no answer began within ${seconds(firstByteTimeoutMs)}`);
    case "total":
      return timedOut(`no complete answer within ${seconds(totalTimeoutMs)}`);
    case "too_large":
      return {
        error: [
          {
            name: "ResponseTooLargeError",
            code: "SLMCODE_RESPONSE_TOO_LARGE",
            message: `the answer is larger than ${maxResponseBytes} bytes`,
          },
        ],
      };
    default:
      return { error: errorLinks(thrown) };
  }
}

function timedOut(message: string): TransportFailure {
  return { error: [{ name: "TimeoutError", message }], context: { local_timeout: true } };
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}

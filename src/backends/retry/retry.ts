import type { Clock } from "./clock.ts";
import { delayBeforeRetry, type RetryPolicy } from "./retry-policy.ts";

/** What the loop needs to know of a failure. A `Classification` is one. */
export interface RetryableFailure {
  readonly worthRetrying: boolean;
  readonly retryAfterMs: number | null;
}

export interface RetryOptions<Result, Failed extends RetryableFailure> {
  readonly policy: RetryPolicy;
  readonly clock: Pick<Clock, "sleep">;
  readonly random: () => number;
  /** `null` where the result is no failure. */
  readonly failureOf: (result: Result) => Failed | null;
  readonly signal?: AbortSignal | undefined;
  /** The result when the signal is aborted during a wait. Without it the last failure stands. */
  readonly canceledResult?: (() => Result) | undefined;
  /** Called before each wait. */
  readonly onRetry?: ((step: RetryStep<Failed>) => void) | undefined;
}

export interface RetryStep<Failed> {
  /** The attempt that failed, counted from 1. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly failure: Failed;
}

/** Repeats an operation whose failure may pass. It knows no HTTP. The last result is returned, a failure or not; what the operation throws is thrown. */
export async function retry<Result, Failed extends RetryableFailure>(
  operation: (attempt: number) => Promise<Result>,
  { policy, clock, random, failureOf, signal, canceledResult, onRetry }: RetryOptions<Result, Failed>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await operation(attempt);
    const failure = failureOf(result);
    const isLast = attempt >= policy.attempts || isAborted(signal);
    if (failure === null || !failure.worthRetrying || isLast) return result;
    const delayMs = delayBeforeRetry(policy, { attempt, hintMs: failure.retryAfterMs, random });
    if (delayMs === null) return result;
    onRetry?.({ attempt, delayMs, failure });
    await clock.sleep(delayMs, signal);
    if (isAborted(signal)) return canceledResult?.() ?? result;
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

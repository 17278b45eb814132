/** How often and how long to wait. */
export interface RetryPolicy {
  /** Requests in all, the first included. */
  readonly attempts: number;
  /** The first wait is drawn from 0 to this; every further one from twice as much. */
  readonly baseDelayMs: number;
  /** No wait is longer, a server's hint included. */
  readonly maxDelayMs: number;
}

/** Three attempts in all, pauses of up to 0.5, 1, 2 ... s (full jitter), never above 20 s. */
export const defaultRetryPolicy: RetryPolicy = { attempts: 3, baseDelayMs: 500, maxDelayMs: 20_000 };

/** Exponential with full jitter: callers that failed together do not come back together. */
export function backoffMs(
  { baseDelayMs, maxDelayMs }: RetryPolicy,
  attempt: number,
  random: () => number,
): number {
  const ceiling = Math.min(maxDelayMs, baseDelayMs * 2 ** Math.min(attempt - 1, 30));
  return Math.floor(random() * ceiling);
}

/** A hint above this many times the ceiling is not waited for in part: clamped, it would only make doomed calls. */
const FAR_BEYOND = 3;

/** The wait before the next attempt; `null` where the server's hint is so far away that waiting makes no sense. */
export function delayBeforeRetry(
  policy: RetryPolicy,
  {
    attempt,
    hintMs,
    random,
  }: { readonly attempt: number; readonly hintMs: number | null; readonly random: () => number },
): number | null {
  if (hintMs === null) return backoffMs(policy, attempt, random);
  if (hintMs > policy.maxDelayMs * FAR_BEYOND) return null;
  // A little jitter on top: a server that tells all callers the same second would meet them all at once.
  return Math.min(
    policy.maxDelayMs,
    hintMs + Math.floor(random() * Math.min(policy.baseDelayMs, hintMs * 0.1 + 50)),
  );
}

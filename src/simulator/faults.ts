/** Faults on request, for tests of retries and recovery. Counts are of completion requests, from 1. */
export interface Faults {
  /** The connection breaks in the middle of the body of these requests. */
  readonly resetAt?: readonly number[];
  /** These requests are never answered. */
  readonly stallAt?: readonly number[];
  /** The first so many requests get 429 with this hint. */
  readonly rateLimit?: { readonly requests: number; readonly retryAfterSeconds?: number };
  /** Every so many-th request fails with 500. */
  readonly errorEvery?: number;
  readonly firstByteDelayMs?: number;
  /** After so many requests nothing is enforced any more. */
  readonly stopEnforcingAfter?: number;
  /** After so many requests another model answers. */
  readonly swapModelAfter?: number;
}

export const FAULT_NAMES = [
  "reset",
  "stall",
  "rate-limit",
  "errors",
  "slow",
  "stop-enforcing",
  "swap-model",
] as const;

/** `--fault reset`, `--fault rate-limit=5`: the ready-made faults of the command line. `null` for an unknown name. */
export function faultOf(text: string): Faults | null {
  const [name, amount] = text.split("=");
  const number = amount === undefined ? Number.NaN : Number(amount);
  const or = (fallback: number): number => (Number.isInteger(number) && number > 0 ? number : fallback);
  switch (name) {
    case "reset":
      return { resetAt: [or(2)] };
    case "stall":
      return { stallAt: [or(2)] };
    case "rate-limit":
      return { rateLimit: { requests: or(3), retryAfterSeconds: 1 } };
    case "errors":
      return { errorEvery: or(3) };
    case "slow":
      return { firstByteDelayMs: or(1000) };
    case "stop-enforcing":
      return { stopEnforcingAfter: or(10) };
    case "swap-model":
      return { swapModelAfter: or(10) };
    default:
      return null;
  }
}

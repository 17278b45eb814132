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
  /** At these requests the server goes away without an answer, and is back on the same port after a moment. */
  readonly restartAt?: readonly number[];
  /** The model takes so long to load: after the start, or from the first request on, as the server does it. */
  readonly loadMs?: number;
  /** After so many requests nothing is enforced any more. */
  readonly stopEnforcingAfter?: number;
  /** After so many requests another model answers. */
  readonly swapModelAfter?: number;
}

export interface FaultKind {
  /** What the number after `=` means, and its value where there is none. */
  readonly amount: string;
  readonly usual: number;
  readonly faults: (amount: number) => Faults;
}

export const FAULT_NAMES = [
  "reset",
  "stall",
  "rate-limit",
  "errors",
  "slow",
  "restart",
  "loading",
  "stop-enforcing",
  "swap-model",
] as const;

export type FaultName = (typeof FAULT_NAMES)[number];

/** The ready-made faults of the command line. */
export const FAULT_KINDS: Readonly<Record<FaultName, FaultKind>> = {
  reset: {
    amount: "the request whose answer breaks off half-way",
    usual: 2,
    faults: (at) => ({ resetAt: [at] }),
  },
  stall: { amount: "the request that is never answered", usual: 2, faults: (at) => ({ stallAt: [at] }) },
  "rate-limit": {
    amount: "how many requests get 429, to be tried again after a second",
    usual: 3,
    faults: (requests) => ({ rateLimit: { requests, retryAfterSeconds: 1 } }),
  },
  errors: {
    amount: "every so many-th request fails with 500",
    usual: 3,
    faults: (errorEvery) => ({ errorEvery }),
  },
  slow: {
    amount: "milliseconds before the first byte of an answer",
    usual: 1000,
    faults: (firstByteDelayMs) => ({ firstByteDelayMs }),
  },
  restart: {
    amount: "the request at which the server goes away and comes back",
    usual: 2,
    faults: (at) => ({ restartAt: [at] }),
  },
  loading: {
    amount: "milliseconds until the model is loaded",
    usual: 3000,
    faults: (loadMs) => ({ loadMs }),
  },
  "stop-enforcing": {
    amount: "the last request at which anything is enforced",
    usual: 10,
    faults: (stopEnforcingAfter) => ({ stopEnforcingAfter }),
  },
  "swap-model": {
    amount: "the last request that the first model answers",
    usual: 10,
    faults: (swapModelAfter) => ({ swapModelAfter }),
  },
};

const LARGEST_AMOUNT = 1_000_000;

/** `reset`, `rate-limit=5`. Says which part is wrong where one is. */
export function faultOf(text: string): Faults | "unknown" | "bad_amount" {
  const [name = "", ...rest] = text.split("=");
  if (!Object.hasOwn(FAULT_KINDS, name)) return "unknown";
  const kind = FAULT_KINDS[name as FaultName];
  if (rest.length === 0) return kind.faults(kind.usual);
  const written = rest.join("=");
  const amount = /^\d{1,7}$/.test(written) ? Number(written) : 0;
  return amount >= 1 && amount <= LARGEST_AMOUNT ? kind.faults(amount) : "bad_amount";
}

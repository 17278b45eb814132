import { setTimeout as delay } from "node:timers/promises";

/** Time, passed in so that tests need not wait for it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Ends early, without an error, when the signal is aborted. */
  readonly sleep: (delayMs: number, signal?: AbortSignal) => Promise<void>;
}

/** The real clock. A sleep ends early, without an error, when its signal is aborted. */
export const systemClock: Clock = {
  now: Date.now,
  sleep: async (delayMs, signal) => {
    try {
      await delay(delayMs, undefined, signal === undefined ? {} : { signal });
    } catch {
      // Aborted: whoever sleeps looks at its signal next.
    }
  },
};

import fc from "fast-check";
import { expect, test } from "vitest";
import { backoffMs, defaultRetryPolicy, delayBeforeRetry } from "../../../src/backends/retry/retry-policy.ts";

const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const policies = fc.record({
  attempts: fc.integer({ min: 1, max: 10 }),
  baseDelayMs: fc.integer({ min: 1, max: 10_000 }),
  maxDelayMs: fc.integer({ min: 1, max: 120_000 }),
});

test("without a hint the upper end of a wait doubles up to the ceiling, and the lower end is zero", () => {
  const most = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((attempt) =>
    backoffMs(defaultRetryPolicy, attempt, () => 0.999_999),
  );
  expect(most).toEqual([499, 999, 1999, 3999, 7999, 15_999, 19_999, 19_999, 19_999]);
  expect(backoffMs(defaultRetryPolicy, 5, () => 0)).toBe(0);
});

test("callers that failed together spread over the whole of the wait", () => {
  let seed = 1;
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const waits = Array.from({ length: 400 }, () => backoffMs(defaultRetryPolicy, 3, random));
  for (const quarter of [0, 1, 2, 3]) {
    const inQuarter = waits.filter((wait) => Math.floor(wait / 500) === quarter).length;
    expect(inQuarter).toBeGreaterThan(60);
  }
});

const HINTS: readonly (readonly [number, number | null])[] = [
  [40, 40],
  [7000, 7000],
  [20_000, 20_000],
  [34_400, 20_000],
  [60_000, 20_000],
  [60_001, null],
  [86_400_000, null],
];

test.each(HINTS)("a hint of %i ms makes a wait of %s ms", (hintMs, delayMs) => {
  expect(delayBeforeRetry(defaultRetryPolicy, { attempt: 1, hintMs, random: () => 0 })).toBe(delayMs);
});

test("a hint goes before the backoff, in whichever direction it differs", () => {
  const random = (): number => 0.5;
  expect(delayBeforeRetry(defaultRetryPolicy, { attempt: 3, hintMs: 10, random })).toBeLessThan(100);
  expect(delayBeforeRetry(defaultRetryPolicy, { attempt: 1, hintMs: 9000, random })).toBeGreaterThanOrEqual(
    9000,
  );
});

test("callers who got the same hint do not come back in the same instant, and none comes early", () => {
  const waits = [0, 0.25, 0.5, 0.75].map((value) =>
    delayBeforeRetry(defaultRetryPolicy, { attempt: 1, hintMs: 5000, random: () => value }),
  );
  expect(new Set(waits).size).toBe(4);
  for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(5000);
});

test("no wait is negative, above the ceiling, or no whole number", () => {
  const hints = fc.option(fc.integer({ min: 1, max: 10_000_000 }));
  fc.assert(
    fc.property(
      policies,
      hints,
      randoms,
      fc.integer({ min: 1, max: 50 }),
      (policy, hintMs, value, attempt) => {
        const delayMs = delayBeforeRetry(policy, { attempt, hintMs, random: () => value });
        if (delayMs === null) {
          expect(hintMs).toBeGreaterThan(policy.maxDelayMs);
          return;
        }
        expect(Number.isInteger(delayMs)).toBe(true);
        expect(delayMs).toBeGreaterThanOrEqual(0);
        expect(delayMs).toBeLessThanOrEqual(policy.maxDelayMs);
      },
    ),
  );
});

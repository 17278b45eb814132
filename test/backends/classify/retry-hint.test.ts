import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  goDurationMs,
  retryAfterMs,
  retryHint,
  textHint,
} from "../../../src/backends/classify/retry-hint.ts";

const NOW = Date.parse("2026-12-01T03:40:00Z");

const RETRY_AFTER: readonly (readonly [string, number | null])[] = [
  ["7", 7000],
  [" 7 ", 7000],
  ["1.5", 1500],
  ["0", null],
  ["-5", null],
  ["+5", null],
  ["5e3", null],
  ["0x10", null],
  ["", null],
  ["soon", null],
  ["NaN", null],
  ["Infinity", null],
  ["5, 30", 30_000],
  ["Tue, 01 Dec 2026 03:40:10 GMT", 10_000],
  ["Tuesday, 01-Dec-26 03:40:10 GMT", 10_000],
  ["Tue Dec  1 03:40:10 2026", 10_000],
  ["Tue, 01 Dec 2026 03:39:00 GMT", null],
  ["2026-12-01T03:40:30Z", 30_000],
  ["2026-12-01", null],
  ["1796096420", 20_000],
  ["1796096420000", 20_000],
  ["1796096000", null],
  ["6m0s", 360_000],
  ["120ms", 120],
];

test.each(RETRY_AFTER)("Retry-After %j is a wait of %s ms", (value, ms) => {
  expect(retryAfterMs(value, NOW)).toBe(ms);
});

const DURATIONS: readonly (readonly [string, number | null])[] = [
  ["6m0s", 360_000],
  ["2m59.56s", 179_560],
  ["120ms", 120],
  ["373.801628ms", 374],
  ["34.074824224s", 34_075],
  ["12h34m16s", 45_256_000],
  ["500us", 1],
  ["1d", 86_400_000],
  ["0s", null],
  ["6", null],
  ["6 m", null],
  ["m", null],
  ["6m0", null],
  ["-6m", null],
];

test.each(DURATIONS)("the duration %j is %s ms", (text, ms) => {
  expect(goDurationMs(text)).toBe(ms);
});

const SENTENCES: readonly (readonly [string, number | null])[] = [
  ["Please try again in 1.2s. Visit https://x.example/rate-limits", 1200],
  ["Please try again in 120ms.", 120],
  ["Please try again in 7m12s.", 432_000],
  ["Please retry after 33 seconds.", 33_000],
  ["Please wait 45 seconds before retrying.", 45_000],
  ["Please retry in 26.66s.", 26_660],
  ["Your quota will reset after 12h34m16s.", 45_256_000],
  ["Try again in 5 seconds. Passed model=x", 5000],
  ["try again in 1 minute", 60_000],
  ["resets in 3 hours", 10_800_000],
  ["Rate limit reached: 200 requests per 1 minute", null],
  ["try again later", null],
  ["retry 3 times", null],
  ["Limit 30000, Used 29500, Requested 1100", null],
];

test.each(SENTENCES)("the sentence %j asks for %s ms", (text, ms) => {
  expect(textHint(text)).toBe(ms);
});

describe("of several hints the best is taken", () => {
  const hint = (headers: Record<string, string>, text = "", values: readonly object[] = []) =>
    retryHint({ headers, text, values: values as never, nowMs: NOW });

  test("milliseconds before seconds before the body before reset times before a sentence", () => {
    const all = {
      "retry-after-ms": "233",
      "retry-after": "1",
      "x-ratelimit-remaining-tokens": "0",
      "x-ratelimit-reset-tokens": "7s",
    };
    const body = [{ details: [{ retryDelay: "3s" }] }];
    const sentence = "try again in 9s";
    expect(hint(all, sentence, body)).toEqual({ delayMs: 233, explicit: true });
    const { "retry-after-ms": _, ...seconds } = all;
    expect(hint(seconds, sentence, body)).toEqual({ delayMs: 1000, explicit: true });
    const { "retry-after": __, ...buckets } = seconds;
    expect(hint(buckets, sentence, body)).toEqual({ delayMs: 3000, explicit: true });
    expect(hint(buckets, sentence)).toEqual({ delayMs: 7000, explicit: false });
    expect(hint({}, sentence)).toEqual({ delayMs: 9000, explicit: false });
    expect(hint({})).toBeNull();
  });

  test("a date is taken from the server's own clock where it shows one", () => {
    const date = "Tue, 01 Dec 2026 05:00:00 GMT";
    expect(hint({ date, "retry-after": "Tue, 01 Dec 2026 05:00:10 GMT" })?.delayMs).toBe(10_000);
    expect(hint({ date: "yesterday", "retry-after": "Tue, 01 Dec 2026 03:40:10 GMT" })?.delayMs).toBe(10_000);
  });

  test("a bucket that is not empty asks for nothing", () => {
    expect(hint({ "x-ratelimit-remaining-tokens": "17", "x-ratelimit-reset-tokens": "7s" })).toBeNull();
    expect(hint({ "x-ratelimit-reset-tokens": "7s" })).toBeNull();
  });

  test("JSON within a string of the body is read", () => {
    const inner = JSON.stringify({ error: { details: [{ retryDelay: "26s" }] } });
    expect(hint({}, "", [{ error: { message: inner } }])?.delayMs).toBe(26_000);
    expect(
      hint({}, "", [{ error: { metadata: { headers: { "X-RateLimit-Reset": String(NOW + 15_000) } } } }])
        ?.delayMs,
    ).toBe(15_000);
    expect(hint({}, "", [{ estimated_time: 20 }])?.delayMs).toBe(20_000);
    expect(hint({}, "", [{ estimated_time: -1 }, { retryDelay: 5 }, { retry_after: {} }])).toBeNull();
  });
});

describe("whatever a server sends, a hint is a whole number of milliseconds above zero, or none", () => {
  const pieces = fc.constantFrom(
    "5",
    "0",
    "-",
    "1e9",
    ".",
    "m",
    "s",
    "ms",
    "h",
    " ",
    ",",
    "try again in ",
    "GMT",
    "Tue, ",
    "9".repeat(30),
    "2026-12-01T",
    ":00",
    "NaN",
    "retryDelay",
    "%",
  );
  const texts = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join("")),
  );
  const isHint = (ms: number | null | undefined): void => {
    if (ms === null || ms === undefined) return;
    expect(Number.isSafeInteger(ms)).toBe(true);
    expect(ms).toBeGreaterThan(0);
  };

  test("in a header, a duration, a sentence", () => {
    fc.assert(
      fc.property(texts, fc.double(), (text, now) => {
        isHint(retryAfterMs(text, NOW));
        isHint(retryAfterMs(text, now));
        isHint(goDurationMs(text));
        isHint(textHint(text));
      }),
      { numRuns: 3000 },
    );
  });

  test("in a body", () => {
    const names = fc.constantFrom(
      "retryDelay",
      "quotaResetDelay",
      "X-RateLimit-Reset",
      "estimated_time",
      "retry_after_ms",
      "retry_after",
      "retryAfter",
    );
    const values = fc.object({
      key: names,
      values: [texts, fc.double(), fc.integer(), fc.constant(null)],
      maxDepth: 4,
    });
    fc.assert(
      fc.property(values, texts, (value, text) => {
        isHint(retryHint({ headers: {}, values: [value as never], text, nowMs: NOW })?.delayMs);
      }),
      { numRuns: 1000 },
    );
  });
});

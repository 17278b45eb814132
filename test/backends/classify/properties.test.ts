import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Classification, classify } from "../../../src/backends/classify/classify.ts";
import { FAILURE_CLASSES, type Failure } from "../../../src/backends/transport/failure.ts";

/** Pieces that the rules look for, so that random bodies reach them. */
const WORDS = fc.constantFrom(
  "error",
  "message",
  "detail",
  "loc",
  "body",
  "code",
  "429",
  "402",
  "response_format",
  "json_schema",
  "grammar",
  "is not supported",
  "maximum context length is 9",
  "Used 5",
  "try again in 5s",
  "limit: 0",
  "rate_limit_error",
  "'input': {",
  "input_value=",
  "'loc': (",
  "'msg': '",
  "choices",
  "finish_reason",
  "data: ",
  "event: error\n",
  "[DONE]",
  "<html>",
  "<title>",
  "\u001b[31m",
  "\u202e",
  "{",
  "}",
  "[",
  "]",
  '"',
  "\\",
  "\n",
  "\r\n",
  ":",
  "\ud83d",
);
const bodies = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(WORDS, { maxLength: 30 }).map((words) => words.join(" ")),
  fc.json({ maxDepth: 6 }),
  fc
    .object({ key: WORDS, values: [WORDS, fc.integer(), fc.constant(null)], maxDepth: 5 })
    .map((value) => JSON.stringify(value)),
  fc
    .object({ key: WORDS, values: [WORDS], maxDepth: 3 })
    .map((value) => JSON.stringify({ error: JSON.stringify(JSON.stringify(value)) })),
);
const headers = fc.dictionary(
  fc.constantFrom(
    "retry-after",
    "Retry-After-Ms",
    "date",
    "x-should-retry",
    "x-ratelimit-reset-tokens",
    "x-ratelimit-remaining-tokens",
    "location",
  ),
  fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom("5", "0", "6m0s", "true", "Tue, 01 Dec 2026 03:40:10 GMT"),
  ),
);
const contexts = fc.record(
  {
    local_abort: fc.boolean(),
    local_timeout: fc.boolean(),
    stream: fc.boolean(),
    now: fc.oneof(fc.double(), fc.string()),
  },
  { requiredKeys: [] },
);
const statuses = fc.oneof(
  fc.integer({ min: 100, max: 600 }),
  fc.constantFrom(200, 400, 413, 422, 429, 500, 503),
);
const httpFailures = fc.record({ status: statuses, headers, body: bodies, context: contexts });
const links = fc.record(
  {
    name: fc.string({ maxLength: 20 }),
    code: fc.oneof(fc.string({ maxLength: 20 }), fc.integer(), fc.constant(null)),
    message: fc.string({ unit: "binary", maxLength: 80 }),
    primitive: fc.string({ maxLength: 10 }),
  },
  { requiredKeys: [] },
);
const transportFailures = fc.record({ error: fc.array(links, { maxLength: 4 }), context: contexts });

function isSound(seen: Classification): void {
  expect(FAILURE_CLASSES).toContain(seen.class);
  expect(seen.reason).not.toBe("");
  if (seen.serverMessage !== null) {
    expect(seen.serverMessage.length).toBeGreaterThan(0);
    expect(seen.serverMessage.length).toBeLessThanOrEqual(500);
    expect(seen.serverMessage).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  }
  expect(seen.reason).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  if (seen.retryAfterMs !== null) {
    expect(Number.isSafeInteger(seen.retryAfterMs)).toBe(true);
    expect(seen.retryAfterMs).toBeGreaterThan(0);
  }
  if (seen.resetsAt !== null) expect(Number.isNaN(Date.parse(seen.resetsAt))).toBe(false);
  if (seen.demote) expect(seen).toMatchObject({ class: "permanent", scope: "capability" });
}

describe("any failure at all is classed", () => {
  test("with an HTTP answer", () => {
    fc.assert(
      fc.property(httpFailures, (failure) => isSound(classify(failure as Failure))),
      { numRuns: 3000 },
    );
  });

  test("without one", () => {
    fc.assert(
      fc.property(transportFailures, (failure) => isSound(classify(failure as Failure))),
      { numRuns: 1000 },
    );
  });

  test("by the caller's own signal alone as canceled", () => {
    fc.assert(
      fc.property(fc.oneof(httpFailures, transportFailures), (failure) => {
        const isAborted = failure.context.local_abort === true;
        expect(classify(failure as Failure).class === "canceled").toBe(isAborted);
      }),
    );
  });

  test("the same each time, and the failure is left as it was", () => {
    fc.assert(
      fc.property(httpFailures, ({ context: _, ...failure }) => {
        const before = JSON.stringify(failure);
        const context = { now: 1_796_000_000_000 };
        expect(classify({ ...failure, context })).toEqual(classify({ ...failure, context }));
        expect(JSON.stringify(failure)).toBe(before);
      }),
    );
  });

  const HOSTILE: readonly (readonly [string, string])[] = [
    ["a hundred thousand brackets", "[".repeat(100_000) + "]".repeat(100_000)],
    ["a hundred thousand objects", `${'{"error":'.repeat(50_000)}1${"}".repeat(50_000)}`],
    ["blanks without end", `{"error":"x${" ".repeat(60_000)}y"}`],
    ["one sentence again and again", `Used 1 try ${"Used 1 maximum context length is 9 ".repeat(6000)}`],
    ["request echoes that do not end", "'input': {'a': \"".repeat(6000)],
    ["places that do not end", "'loc': ('body', (".repeat(6000)],
    [
      "JSON in JSON in JSON",
      [...Array(9)].reduce((inner: string) => JSON.stringify({ error: inner }), "deep"),
    ],
    ["a million letters", "a".repeat(1_000_000)],
    ["half a million events", "data: {}\n".repeat(100_000)],
  ];
  test.each(HOSTILE)("in a short time: %s", (_, body) => {
    for (const status of [200, 400, 500]) {
      const startedAt = performance.now();
      isSound(classify({ status, headers: {}, body }));
      expect(performance.now() - startedAt).toBeLessThan(2000);
    }
  });

  test("even from callers who keep no types", () => {
    const odd = [
      { status: 500 },
      { status: 500, headers: null, body: null },
      { error: null, status: 400, body: "" },
      { error: [] },
      {},
    ];
    for (const failure of odd) isSound(classify(failure as unknown as Failure));
  });
});

test("a key in one of the shapes that keys have never comes back", () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9]{20,40}$/);
  const shapes = fc.constantFrom(
    (key: string) => ({ text: `Incorrect API key provided: sk-${key}.`, key: `sk-${key}` }),
    (key: string) => ({ text: `header: Authorization: Bearer ${key}`, key }),
    (key: string) => ({ text: `POST https://x.example/v1?key=${key}&alt=sse failed`, key }),
    (key: string) => ({ text: `cannot reach https://someone:${key}@x.example/`, key }),
    (key: string) => ({ text: `{"api_key":"${key}"}`, key }),
  );
  const places = fc.constantFrom(
    (text: string): Failure => ({ status: 401, headers: {}, body: text }),
    (text: string): Failure => ({
      status: 400,
      headers: {},
      body: JSON.stringify({ error: { message: text } }),
    }),
    (text: string): Failure => ({
      status: 200,
      headers: {},
      body: JSON.stringify({ error: JSON.stringify({ error: text }) }),
    }),
    (text: string): Failure => ({ status: 302, headers: { location: text }, body: "" }),
    (text: string): Failure => ({ error: [{ name: "TypeError", message: text }] }),
  );
  fc.assert(
    fc.property(secret, shapes, places, (random, shape, place) => {
      const { text, key } = shape(random);
      // A redirect's target is shown without its query; the rest of it is an address.
      const seen = place(text);
      if ("status" in seen && seen.status === 302 && !text.startsWith("http")) return;
      expect(JSON.stringify(classify(seen))).not.toContain(key);
    }),
    { numRuns: 500 },
  );
});

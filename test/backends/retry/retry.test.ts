import { expect, test } from "vitest";
import { classify } from "../../../src/backends/classify/classify.ts";
import { systemClock } from "../../../src/backends/retry/clock.ts";
import { type RetryStep, retry } from "../../../src/backends/retry/retry.ts";
import { defaultRetryPolicy, type RetryPolicy } from "../../../src/backends/retry/retry-policy.ts";
import { createTransport } from "../../../src/backends/transport/transport.ts";
import { completionBody, startServer } from "../../helpers/scripted-server.ts";

interface Failed {
  readonly worthRetrying: boolean;
  readonly retryAfterMs: number | null;
}

type Outcome = "ok" | Failed;

const passing: Failed = { worthRetrying: true, retryAfterMs: null };
const hinted = (retryAfterMs: number): Failed => ({ worthRetrying: true, retryAfterMs });

/** Runs outcomes one after the other, with a clock that only counts. */
async function run(
  outcomes: readonly Outcome[],
  {
    policy = defaultRetryPolicy,
    random = () => 0.5,
    signal,
  }: { policy?: RetryPolicy; random?: () => number; signal?: AbortSignal } = {},
) {
  const sleeps: number[] = [];
  const steps: RetryStep<Failed>[] = [];
  let attempts = 0;
  const result = await retry(
    async (attempt): Promise<Outcome> => {
      attempts = attempt;
      return outcomes[attempt - 1] ?? "ok";
    },
    {
      policy,
      random,
      signal,
      clock: { sleep: async (delayMs) => void sleeps.push(delayMs) },
      failureOf: (outcome) => (outcome === "ok" ? null : outcome),
      onRetry: (step) => void steps.push(step),
    },
  );
  return { result, sleeps, steps, attempts };
}

test("the default policy is three attempts, 500 ms, at most 20 s", () => {
  expect(defaultRetryPolicy).toEqual({ attempts: 3, baseDelayMs: 500, maxDelayMs: 20_000 });
});

test("what succeeds is not repeated", async () => {
  expect(await run(["ok"])).toMatchObject({ result: "ok", attempts: 1, sleeps: [] });
});

test("what may pass is repeated until it has passed", async () => {
  expect(await run([passing, "ok"])).toMatchObject({ result: "ok", attempts: 2, sleeps: [250] });
});

test("the last failure is the result when the attempts are used up", async () => {
  const last = { ...passing };
  const { result, attempts, sleeps } = await run([passing, passing, last]);
  expect(result).toBe(last);
  expect(attempts).toBe(3);
  expect(sleeps).toEqual([250, 500]);
});

test("what is not worth another try is not repeated", async () => {
  expect(await run([{ worthRetrying: false, retryAfterMs: 5 }, "ok"])).toMatchObject({
    attempts: 1,
    sleeps: [],
  });
});

test("one attempt means no retry", async () => {
  expect(await run([passing, "ok"], { policy: { ...defaultRetryPolicy, attempts: 1 } })).toMatchObject({
    attempts: 1,
  });
});

test("each wait is told before it is taken, with the failure it is for", async () => {
  const failure = hinted(1000);
  const { steps } = await run([failure, passing, "ok"]);
  expect(steps.map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(steps[0]!.failure).toBe(failure);
});

test("a hint far beyond the ceiling is not waited for", async () => {
  expect(await run([hinted(86_400_000), "ok"])).toMatchObject({ attempts: 1, sleeps: [] });
});

test("what the operation throws is thrown, since it is a bug", async () => {
  const bug = new Error("mine");
  const options = {
    policy: defaultRetryPolicy,
    random: () => 0,
    clock: systemClock,
    failureOf: () => passing,
  };
  await expect(retry(() => Promise.reject(bug), options)).rejects.toBe(bug);
});

test("a signal that is aborted before ends after the first attempt", async () => {
  expect(await run([passing, "ok"], { signal: AbortSignal.abort() })).toMatchObject({
    attempts: 1,
    sleeps: [],
  });
});

test("a signal that is aborted during a wait ends the wait at once, as canceled where that is known", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20);
  const startedAt = performance.now();
  const options = {
    policy: { attempts: 3, baseDelayMs: 60_000, maxDelayMs: 60_000 },
    random: () => 0.9,
    clock: systemClock,
    failureOf: (result: string) => (result === "failed" ? passing : null),
    signal: controller.signal,
  };
  expect(await retry(async () => "failed", { ...options, canceledResult: () => "canceled" })).toBe(
    "canceled",
  );
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

test("without a result for it, the last failure stands when the signal is aborted", async () => {
  const controller = new AbortController();
  const result = await retry(async () => passing, {
    policy: defaultRetryPolicy,
    random: () => 0,
    clock: { sleep: async () => controller.abort() },
    failureOf: (failure) => failure,
    signal: controller.signal,
  });
  expect(result).toBe(passing);
});

test("on the wire: two 429 with a hint, then an answer, make three requests and wait as asked", async () => {
  const server = await startServer(() =>
    server.requests.length < 3
      ? { status: 429, headers: { "retry-after-ms": "40" }, body: { error: { message: "slow down" } } }
      : { body: completionBody("there") },
  );
  const transport = createTransport();
  const startedAt = performance.now();
  const reply = await retry(
    () =>
      transport.complete(
        { endpoint: `${server.url}/v1`, provider: "generic", model: "m" },
        { model: "m" },
        {},
      ),
    {
      policy: defaultRetryPolicy,
      clock: systemClock,
      random: Math.random,
      failureOf: (each) => (each.ok ? null : classify(each.failure)),
    },
  );
  await transport.close();
  expect(reply).toMatchObject({ ok: true, completion: { content: "there" } });
  expect(server.requests).toHaveLength(3);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(78);
});

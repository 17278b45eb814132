import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { classify } from "../../../src/backends/classify/classify.ts";
import type { Failure } from "../../../src/backends/transport/failure.ts";

interface ErrorCase {
  readonly id: string;
  readonly status: number | null;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly error?: readonly object[];
  readonly context?: object;
  readonly expect_class: string;
  readonly demote: boolean;
  readonly retry_after_ms?: number;
  readonly worth_retrying?: boolean;
  readonly scope?: string;
  readonly action?: string;
}

/** Composed from the sentences that servers are known for, where no report has the whole answer. */
interface VariantCase extends ErrorCase {
  /** The field that the body refuses. */
  readonly refuses?: string;
  readonly no_hint?: boolean;
}

function readCases<Case>(name: string): readonly Case[] {
  const lines = readFileSync(`test/fixtures/errors/${name}.jsonl`, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Case);
}

function failureOf({ status, headers, body, error, context }: ErrorCase): Failure {
  const circumstances = context === undefined ? {} : { context };
  return (
    status === null ? { error, ...circumstances } : { status, headers, body, ...circumstances }
  ) as Failure;
}

const cases = readCases<ErrorCase>("cases");
const variants = readCases<VariantCase>("variants");

describe("errors as servers really send them", () => {
  test.each(cases.map((each) => [each.id, each] as const))("%s is classed right", (_, each) => {
    const { class: failureClass, demote, retryAfterMs, worthRetrying } = classify(failureOf(each));
    expect({ failureClass, demote }).toEqual({ failureClass: each.expect_class, demote: each.demote });
    if (each.retry_after_ms !== undefined) expect(retryAfterMs).toBe(each.retry_after_ms);
    if (each.worth_retrying === false) expect(worthRetrying).toBe(false);
  });

  test("a remedy that is known is given", () => {
    const withRemedy = cases.filter((each) => each.action !== undefined);
    expect(withRemedy.length).toBeGreaterThan(30);
    const given = withRemedy.map((each) => [each.id, classify(failureOf(each)).action]);
    expect(given).toEqual(withRemedy.map((each) => [each.id, each.action]));
  });
});

describe("errors in the same words elsewhere", () => {
  test.each(variants.map((each) => [each.id, each] as const))("%s is classed right", (_, each) => {
    const seen = classify(failureOf(each));
    expect({ class: seen.class, demote: seen.demote }).toEqual({
      class: each.expect_class,
      demote: each.demote,
    });
    if (each.scope !== undefined) expect(seen.scope).toBe(each.scope);
    if (each.refuses !== undefined) expect(seen.refusesField).toBe(each.refuses);
    if (each.action !== undefined) expect(seen.action).toBe(each.action);
    if (each.retry_after_ms !== undefined) expect(seen.retryAfterMs).toBe(each.retry_after_ms);
    if (each.no_hint === true) expect(seen.retryAfterMs).toBeNull();
    if (each.worth_retrying === false) expect(seen.worthRetrying).toBe(false);
  });
});

test("without a demotion nothing is a capability, and with one a field is named", () => {
  for (const each of [...cases, ...variants]) {
    const { demote, scope, refusesField, class: failureClass } = classify(failureOf(each));
    expect({ id: each.id, isCapability: scope === "capability" }).toEqual({
      id: each.id,
      isCapability: demote,
    });
    if (demote)
      expect({ id: each.id, refusesField, failureClass }).toMatchObject({
        refusesField: expect.any(String),
        failureClass: "permanent",
      });
  }
});

test("only what may pass is worth another try", () => {
  for (const each of [...cases, ...variants]) {
    const { worthRetrying, class: failureClass } = classify(failureOf(each));
    if (worthRetrying)
      expect({ id: each.id, failureClass }).toMatchObject({
        failureClass: expect.stringMatching(/^(?:transient|rate_limited)$/),
      });
  }
});

test("a limit that ends after the retry ceiling says when, and one that ends before does not", () => {
  const now = "2026-12-01T03:40:00Z";
  const limited = (seconds: string) =>
    classify({ status: 429, headers: { "Retry-After": seconds }, body: "", context: { now } });
  expect(limited("7")).toMatchObject({ retryAfterMs: 7000, resetsAt: null, worthRetrying: true });
  expect(limited("45")).toMatchObject({ resetsAt: "2026-12-01T03:40:45.000Z", worthRetrying: true });
  expect(limited("86400")).toMatchObject({ resetsAt: "2026-12-02T03:40:00.000Z", worthRetrying: false });
  const endless = classify({ status: 429, headers: { "retry-after-ms": "9007199254740991" }, body: "" });
  expect(endless).toMatchObject({ resetsAt: "+275760-09-13T00:00:00.000Z", worthRetrying: false });
});

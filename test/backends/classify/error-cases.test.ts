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
  readonly ambiguous?: boolean;
}

const cases: readonly ErrorCase[] = readFileSync("test/fixtures/errors/cases.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as ErrorCase);

function failureOf({ status, headers, body, error, context }: ErrorCase): Failure {
  const circumstances = context === undefined ? {} : { context };
  return (
    status === null ? { error, ...circumstances } : { status, headers, body, ...circumstances }
  ) as Failure;
}

describe("errors as servers really send them", () => {
  test.each(cases.map((each) => [each.id, each] as const))("%s is classed right", (_, each) => {
    const { class: failureClass, demote, retryAfterMs, worthRetrying } = classify(failureOf(each));
    expect({ failureClass, demote }).toEqual({ failureClass: each.expect_class, demote: each.demote });
    if (each.retry_after_ms !== undefined) expect(retryAfterMs).toBe(each.retry_after_ms);
    if (each.worth_retrying === false) expect(worthRetrying).toBe(false);
  });
});

import type { StructuredResult } from "../../backends/structured/structured-call.ts";
import { plainText } from "../render/plain-text.ts";

/** What became of the lines of one run. */
export interface Summary {
  readonly total: number;
  readonly skipped: number;
  /** Results in the file that belong to lines, or to a contract, that are others now. */
  readonly outdated: number;
  readonly output: string;
  valid: number;
  invalid: number;
  failed: number;
  repaired: number;
  requests: number;
  promptTokens: number;
  completionTokens: number;
  lastFailure: string | null;
  failedInARow: number;
}

/** The endpoint is gone or refuses everybody: to try all further lines would only take time. */
const GIVE_UP_AFTER = 5;

export function hasGivenUp({ failedInARow }: Summary): boolean {
  return failedInARow >= GIVE_UP_AFTER;
}

export function newSummary(start: Pick<Summary, "total" | "skipped" | "outdated" | "output">): Summary {
  return {
    ...start,
    valid: 0,
    invalid: 0,
    failed: 0,
    repaired: 0,
    requests: 0,
    promptTokens: 0,
    completionTokens: 0,
    lastFailure: null,
    failedInARow: 0,
  };
}

/** Counts one result. A call that Ctrl-C ended is no failure: its line is one of those to go. */
export function countResult(summary: Summary, result: StructuredResult): void {
  summary.requests += result.attempts;
  summary.promptTokens += result.usage.promptTokens;
  summary.completionTokens += result.usage.completionTokens;
  if (!isEndpointFailure(result)) summary.failedInARow = 0;
  if (result.ok) {
    summary.valid += 1;
    if (result.repairRung !== null) summary.repaired += 1;
  } else if (result.error.class === "canceled") return;
  else if (result.error.kind === "request_failed") {
    summary.failed += 1;
    if (isEndpointFailure(result)) summary.failedInARow += 1;
    summary.lastFailure = result.error.serverMessage ?? result.error.message;
  } else summary.invalid += 1;
}

/** One that the next line would meet as well: a prompt that is too long is a matter of its line. */
function isEndpointFailure({ error }: StructuredResult): boolean {
  return error !== null && error.kind === "request_failed" && error.class !== "context_overflow";
}

export function summaryText(summary: Summary, durationMs: number): string {
  const { total, skipped, valid, repaired, invalid, failed, requests, output } = summary;
  const lines = [
    `${counted(total, "line")}: ${skipped} done before, ${valid} valid (${repaired} repaired), ${invalid} invalid, ${failed} failed`,
    `${counted(requests, "request")}, ${summary.promptTokens} + ${summary.completionTokens} tokens, ${(durationMs / 1000).toFixed(1)} s; results in ${output}`,
  ];
  if (summary.outdated > 0)
    lines.push(
      `${output} also holds ${counted(summary.outdated, "result")} of earlier lines or options`,
      "  (the last result of a line counts)",
    );
  if (summary.lastFailure !== null) lines.push(`last failure: ${summary.lastFailure}`);
  if (hasGivenUp(summary)) lines.push(`stopped: ${GIVE_UP_AFTER} requests in a row failed`);
  const open = notAsked(summary) + failed;
  if (open > 0) lines.push(`${counted(open, "line")} to go: run the same command again`);
  return `${lines.map(plainText).join("\n")}\n`;
}

export function summaryJson(summary: Summary, durationMs: number): object {
  const { total, skipped, outdated, valid, invalid, failed, repaired, requests, output } = summary;
  return {
    total,
    skipped,
    outdated,
    valid,
    invalid,
    failed,
    not_asked: notAsked(summary),
    repaired,
    requests,
    usage: { prompt_tokens: summary.promptTokens, completion_tokens: summary.completionTokens },
    duration_ms: Math.round(durationMs),
    last_failure: summary.lastFailure,
    given_up: hasGivenUp(summary),
    output,
  };
}

function notAsked({ total, skipped, valid, invalid, failed }: Summary): number {
  return total - skipped - valid - invalid - failed;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

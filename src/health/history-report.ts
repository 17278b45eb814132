import type { HistoryEvent } from "../backends/store/history-event.ts";
import { FAILURE_CLASSES, type FailureClass } from "../backends/transport/failure.ts";

export interface HistoryDay {
  /** `2026-12-01`, UTC. */
  readonly date: string;
  readonly calls: number;
  readonly failures: number;
}

export interface HistoryDemotion {
  readonly at: string;
  readonly endpoint: string;
  readonly model: string;
  readonly wire_form: string | null;
  readonly reason: string | null;
  readonly server_message: string | null;
}

/** What `slmcode history --json` prints. */
export interface HistoryDocument {
  readonly schema: "slmcode.history";
  readonly schema_version: "1.0";
  readonly since: string;
  readonly calls: number;
  readonly probes: number;
  /** Calls by the rung of their last request. */
  readonly rungs: Readonly<Record<string, number>>;
  readonly classes: Readonly<Record<FailureClass, number>>;
  readonly days: readonly HistoryDay[];
  readonly demotions: readonly HistoryDemotion[];
  readonly damaged_lines: number;
}

const MAX_DAYS = 366;

/** Counts a history. Pure. Days without events are in it too, so that a bar for each can be drawn. */
export function historyReport(
  { events, damagedLines }: { readonly events: readonly HistoryEvent[]; readonly damagedLines: number },
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): HistoryDocument {
  const calls = events.filter((each) => each.event === "call");
  const rungs: Record<string, number> = {};
  for (const { rung } of calls) if (rung !== null) rungs[rung] = (rungs[rung] ?? 0) + 1;
  const classes = Object.fromEntries(FAILURE_CLASSES.map((each) => [each, 0])) as Record<
    FailureClass,
    number
  >;
  for (const { class: failureClass } of events) if (failureClass !== null) classes[failureClass] += 1;
  return {
    schema: "slmcode.history",
    schema_version: "1.0",
    since: new Date(sinceMs).toISOString(),
    calls: calls.length,
    probes: events.filter((each) => each.event === "probe").length,
    rungs,
    classes,
    days: days(events, sinceMs, nowMs),
    demotions: events
      .filter((each) => each.event === "demotion")
      .map((each) => ({
        at: each.at,
        endpoint: each.endpoint,
        model: each.model,
        wire_form: each.wireForm,
        reason: each.reason,
        server_message: each.serverMessage,
      })),
    damaged_lines: damagedLines,
  };
}

function days(events: readonly HistoryEvent[], sinceMs: number, nowMs: number): readonly HistoryDay[] {
  const byDate = new Map<string, { calls: number; failures: number }>();
  const DAY_MS = 86_400_000;
  const first = Math.max(sinceMs, nowMs - MAX_DAYS * DAY_MS);
  for (let at = Math.floor(first / DAY_MS) * DAY_MS; at <= nowMs; at += DAY_MS)
    byDate.set(new Date(at).toISOString().slice(0, 10), { calls: 0, failures: 0 });
  for (const event of events) {
    const day = byDate.get(event.at.slice(0, 10));
    if (day === undefined || event.event !== "call") continue;
    day.calls += 1;
    if (event.class !== null) day.failures += 1;
  }
  return [...byDate].map(([date, counts]) => ({ date, ...counts }));
}

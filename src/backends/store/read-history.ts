import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { FAILURE_CLASSES, type FailureClass } from "../transport/failure.ts";
import { historyPredecessor } from "./append-history.ts";
import { type HistoryEvent, parseHistoryLine } from "./history-event.ts";
import { withoutUrlCredentials } from "./without-secrets.ts";

export interface HistoryFilter {
  /** Only events at or after it. Milliseconds since the epoch. */
  readonly sinceMs?: number;
  readonly endpoint?: string;
  readonly model?: string;
  /** Only the newest so many. */
  readonly limit?: number;
}

export interface HistoryRead {
  /** Oldest first. */
  readonly events: readonly HistoryEvent[];
  /** Lines that could not be read; they were passed over. */
  readonly damagedLines: number;
}

export interface HistoryDigest {
  readonly counts: Readonly<Record<FailureClass, number>>;
  /** RFC 3339 time of the latest event; `null` where there is none. */
  readonly last: string | null;
  readonly demotions: readonly { readonly form: string; readonly reason: string; readonly at: string }[];
  readonly damagedLines: number;
}

/** Streams the predecessor and the file, keeping only what is asked for. A history that is missing or unreadable is empty. */
export async function readHistoryFile(path: string, filter: HistoryFilter): Promise<HistoryRead> {
  const events: HistoryEvent[] = [];
  let damagedLines = 0;
  const limit = filter.limit ?? Number.POSITIVE_INFINITY;
  for (const each of [historyPredecessor(path), path]) {
    for await (const line of linesOf(each)) {
      if (line.trim() === "") continue;
      const event = parseHistoryLine(line);
      if (event === null) damagedLines += 1;
      else if (matches(event, filter)) events.push(event);
      if (events.length > 2 * limit + 1000) events.splice(0, events.length - limit);
    }
  }
  return { events: events.length > limit ? events.slice(events.length - limit) : events, damagedLines };
}

/** What went wrong lately, counted by class. */
export function digestHistory({ events, damagedLines }: HistoryRead): HistoryDigest {
  const counts = Object.fromEntries(FAILURE_CLASSES.map((each) => [each, 0])) as Record<FailureClass, number>;
  for (const { class: failureClass } of events) {
    if (failureClass !== null) counts[failureClass] += 1;
  }
  const demotions = events
    .filter((each) => each.event === "demotion")
    .map(({ wireForm, reason, at }) => ({ form: wireForm ?? "unknown", reason: reason ?? "", at }));
  return { counts, last: events.at(-1)?.at ?? null, demotions, damagedLines };
}

function matches(event: HistoryEvent, { sinceMs, endpoint, model }: HistoryFilter): boolean {
  return (
    (sinceMs === undefined || Date.parse(event.at) >= sinceMs) &&
    (endpoint === undefined || event.endpoint === withoutUrlCredentials(endpoint)) &&
    (model === undefined || event.model === model)
  );
}

/** No line of ours is longer; without a bound a file of one endless line would fill the memory. */
const MAX_LINE = 64 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;

/** A line beyond the bound comes as far as it was read, and so counts as damaged. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = "";
  try {
    if (!(await stat(path)).isFile()) return;
    for await (const chunk of createReadStream(path, { encoding: "utf8", end: MAX_BYTES })) {
      const lines = (rest + String(chunk)).split("\n");
      rest = (lines.pop() ?? "").slice(0, MAX_LINE);
      yield* lines;
    }
  } catch {
    // It is not there, went away, or may not be read: what was read so far is what there is.
  }
  yield rest;
}

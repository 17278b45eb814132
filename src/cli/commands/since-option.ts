import { UsageError } from "../usage-error.ts";

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `24h`, `7d`, `2026-12-01` or an RFC 3339 time, as milliseconds since the epoch. */
export function sinceMs(text: string, nowMs: number): number {
  const span = /^(\d+(?:\.\d+)?)\s*([smhdw])$/.exec(text.trim());
  // Before 1970 there is nothing, and far enough before it no date at all.
  if (span !== null) return Math.max(0, nowMs - Number(span[1]) * UNIT_MS[span[2]!]!);
  const day = /^(\d{4}-\d{2}-\d{2})(?:T\S+)?$/.exec(text.trim())?.[1];
  const date = day !== undefined && isDay(day) ? Date.parse(text.trim()) : Number.NaN;
  if (Number.isNaN(date))
    throw new UsageError(
      `--since must be a duration such as 24h or 7d, or a date such as 2026-12-01, not "${text}"`,
    );
  return date;
}

/** `Date.parse` takes the 31st of February for the 3rd of March. */
function isDay(text: string): boolean {
  const atMs = Date.parse(text);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}

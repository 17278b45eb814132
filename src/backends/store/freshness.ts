import type { Capabilities } from "../capabilities.ts";

const SEVEN_DAYS_MS = 7 * 86_400_000;
const TEN_MINUTES_MS = 600_000;

export interface NowSeen {
  /** What the server shows now; `null` where it shows none, or was not asked. */
  readonly fingerprint: string | null;
  readonly nowMs: number;
}

/**
 * Whether evidence still holds. A fingerprint that is the same keeps it for good, another one ends it, and where there
 * is none to compare, evidence lives seven days. A provisional result is probed again after ten minutes.
 */
export function isFresh(
  capabilities: Pick<Capabilities, "fingerprint" | "probedAt" | "provisional">,
  now: NowSeen,
): boolean {
  const { fingerprint, probedAt, provisional } = capabilities;
  if (now.fingerprint !== null && now.fingerprint !== fingerprint) return false;
  if (provisional) return isYoung(probedAt, now.nowMs, TEN_MINUTES_MS);
  if (now.fingerprint !== null) return probedAt !== null;
  return isYoung(probedAt, now.nowMs, SEVEN_DAYS_MS);
}

/** A time in the future (the clock was set back since) is not young: nobody knows how old it is. */
export function isYoung(at: string | null, nowMs: number, limitMs: number): boolean {
  const ageMs = at === null ? Number.NaN : nowMs - Date.parse(at);
  return ageMs >= -60_000 && ageMs < limitMs;
}

import { describe, expect, test } from "vitest";
import { isFresh } from "../../../src/backends/store/freshness.ts";

const PROBED = Date.parse("2026-10-01T12:00:00Z");
const MINUTE = 60_000;
const DAY = 86_400_000;

interface Case {
  readonly title: string;
  readonly stored?: string | null;
  readonly now?: string | null;
  readonly ageMs: number;
  readonly provisional?: boolean;
  readonly probedAt?: string | null;
  readonly fresh: boolean;
}

const CASES: readonly Case[] = [
  {
    title: "the same fingerprint keeps evidence for good",
    stored: "a",
    now: "a",
    ageMs: 400 * DAY,
    fresh: true,
  },
  { title: "another fingerprint ends it at once", stored: "a", now: "b", ageMs: 0, fresh: false },
  { title: "a server that begins to show one ends it", stored: null, now: "a", ageMs: 0, fresh: false },
  { title: "without a fingerprint it lives six days", stored: null, now: null, ageMs: 6 * DAY, fresh: true },
  {
    title: "without a fingerprint it dies after seven days",
    stored: null,
    now: null,
    ageMs: 7 * DAY,
    fresh: false,
  },
  {
    title: "where the server was not asked, seven days count",
    stored: "a",
    now: null,
    ageMs: 6 * DAY,
    fresh: true,
  },
  { title: "and after them it is asked again", stored: "a", now: null, ageMs: 8 * DAY, fresh: false },
  {
    title: "provisional evidence lives ten minutes",
    stored: "a",
    now: "a",
    ageMs: 9 * MINUTE,
    provisional: true,
    fresh: true,
  },
  { title: "and no longer", stored: "a", now: "a", ageMs: 10 * MINUTE, provisional: true, fresh: false },
  { title: "a time in the future has no age", stored: null, now: null, ageMs: -DAY, fresh: false },
  {
    title: "a clock that is a little off is no reason to probe",
    stored: null,
    now: null,
    ageMs: -5000,
    fresh: true,
  },
  {
    title: "evidence that was never probed is not fresh",
    stored: "a",
    now: "a",
    ageMs: 0,
    probedAt: null,
    fresh: false,
  },
];

describe("isFresh", () => {
  test.each(CASES)("$title", ({ stored = null, now = null, ageMs, provisional = false, fresh, ...given }) => {
    const probedAt = given.probedAt === undefined ? new Date(PROBED).toISOString() : given.probedAt;
    const seen = { fingerprint: now, nowMs: PROBED + ageMs };
    expect(isFresh({ fingerprint: stored, probedAt, provisional }, seen)).toBe(fresh);
  });
});

import type { Remedy } from "./classify.ts";

/** A text that decides, with the servers that it was seen on. */
export interface Pattern {
  readonly pattern: RegExp;
  readonly seen: string;
  readonly action?: Remedy;
}

export function firstMatch(patterns: readonly Pattern[], text: string): Pattern | null {
  return patterns.find(({ pattern }) => pattern.test(text)) ?? null;
}

export function matches(patterns: readonly Pattern[], text: string): boolean {
  return firstMatch(patterns, text) !== null;
}

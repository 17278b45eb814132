import type { CodePointRange } from "../../../src/grammar/code-point-ranges.ts";
import type { Matcher } from "../../../src/grammar/matcher.ts";
import type { Grammar } from "../../../src/grammar/parse-grammar.ts";

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A sentence drawn character by character from what a matcher allows; every range is as likely as any other, so that
 * quotes and brackets come soon. Undefined where none came to its end in time.
 */
export function sampleSentence(
  grammar: Grammar,
  { random, maxLength }: { readonly random: () => number; readonly maxLength: number },
): string | undefined {
  let matcher: Matcher = grammar.start();
  let text = "";
  while (text.length <= maxLength) {
    const ranges = matcher.allowedCodePoints();
    if (matcher.isComplete && (ranges.length === 0 || random() < 0.5)) return text;
    const character = drawnFrom(ranges, random);
    const next = matcher.advance(character);
    if (next === null)
      throw new Error(`${JSON.stringify(character)} was allowed behind ${text} and then refused`);
    text += character;
    matcher = next;
  }
  return undefined;
}

function drawnFrom(ranges: readonly CodePointRange[], random: () => number): string {
  const range = ranges[Math.floor(random() * ranges.length)];
  if (range === undefined) throw new Error("nothing may follow, and the text is not complete");
  return String.fromCodePoint(range[0] + Math.floor(random() * (range[1] - range[0] + 1)));
}

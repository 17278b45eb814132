import { type CodePointRange, normalizeRanges, rangesMeet } from "./code-point-ranges.ts";
import { MatchBudget, type MatchState, stepState } from "./match-state.ts";
import { addByte, halfPair, type PartialCharacter } from "./partial-character.ts";

/**
 * A text so far, as a grammar sees it: the state of a decoder's mask. Immutable, so that any number of continuations can be
 * tried from one matcher. Text and bytes may be fed in any pieces, even ones that end inside a character; a character
 * must be finished in the form (text or bytes) it was begun in.
 */
export class Matcher {
  readonly #state: MatchState;
  readonly #partial: PartialCharacter | null;
  #allowed: readonly CodePointRange[] | undefined;

  constructor(state: MatchState, partial: PartialCharacter | null = null) {
    this.#state = state;
    this.#partial = partial;
  }

  /** True when the text so far is a whole sentence of the grammar, so that a decoder may stop here. */
  get isComplete(): boolean {
    return this.#partial === null && this.#state.isComplete;
  }

  /**
   * The matcher after more text, or null when no sentence of the grammar goes on like that.
   * @throws GrammarError when the grammar is so ambiguous that following all readings would take too long
   */
  advance(text: string): Matcher | null {
    if (text === "") return this;
    if (this.#partial?.unit === "byte") return null;
    const joined = this.#partial === null ? text : String.fromCharCode(this.#partial.value) + text;
    const budget = new MatchBudget(joined.length);
    let state: MatchState | null = this.#state;
    for (let index = 0; index < joined.length; index++) {
      const codePoint = joined.codePointAt(index)!;
      if (codePoint > 0xffff) index++;
      else if (codePoint >= 0xd800 && codePoint <= 0xdbff && index === joined.length - 1) {
        return begun(state, halfPair(codePoint));
      }
      state = stepState(state, codePoint, budget);
      if (state === null) return null;
    }
    return new Matcher(state);
  }

  /** As `advance`, for the bytes of a text in UTF-8. */
  advanceBytes(bytes: Uint8Array): Matcher | null {
    if (bytes.length === 0) return this;
    const budget = new MatchBudget(bytes.length);
    let state: MatchState | null = this.#state;
    let partial = this.#partial;
    for (const byte of bytes) {
      partial = addByte(partial, byte);
      if (partial === null) return null;
      if (partial.missing > 0) continue;
      state = stepState(state, partial.low, budget);
      if (state === null) return null;
      partial = null;
    }
    return partial === null ? new Matcher(state) : begun(state, partial);
  }

  /** Whether some sentence of the grammar goes on with this text: `advance`, where the state behind it is not wanted. */
  couldFollow(text: string): boolean {
    return this.advance(text) !== null;
  }

  /**
   * The code points that may come next, as sorted, disjoint ranges; inside of a character, those that it may still become.
   * Empty when the text is complete and nothing may follow.
   */
  allowedCodePoints(): readonly CodePointRange[] {
    if (this.#allowed === undefined) {
      const ranges = normalizeRanges(this.#state.terminals.flatMap((terminal) => terminal.ranges));
      const partial = this.#partial;
      this.#allowed = partial === null ? ranges : clip(ranges, partial);
    }
    return this.#allowed;
  }

  /**
   * The bytes of UTF-8 that may come next: each of them begins or continues a character that may follow, and every such
   * character can be reached. None inside of a character that was begun as text.
   */
  nextBytes(): ReadonlySet<number> {
    const allowed = this.allowedCodePoints();
    const bytes = new Set<number>();
    for (let byte = 0; byte < 256; byte++) {
      const next = addByte(this.#partial, byte);
      if (next !== null && rangesMeet(allowed, next.low, next.high)) bytes.add(byte);
    }
    return bytes;
  }
}

function begun(state: MatchState, partial: PartialCharacter): Matcher | null {
  const isAllowed = state.terminals.some(({ ranges }) => rangesMeet(ranges, partial.low, partial.high));
  return isAllowed ? new Matcher(state, partial) : null;
}

function clip(ranges: readonly CodePointRange[], partial: PartialCharacter): readonly CodePointRange[] {
  return ranges
    .filter(([low, high]) => high >= partial.low && low <= partial.high)
    .map(([low, high]) => [Math.max(low, partial.low), Math.min(high, partial.high)]);
}

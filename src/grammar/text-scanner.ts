import { errorAtOffset, type GrammarError } from "./grammar-error.ts";

const SPACE = /[ \t]*(?:#[^\r\n]*)?/y;
const SPACE_AND_NEWLINES = /(?:[ \t\r\n]|#[^\r\n]*)*/y;
const NAME = /[a-zA-Z0-9-]+/y;
const DIGITS = /[0-9]+/y;

/** A place in a grammar text, with the few ways to move on that GBNF needs. */
export class TextScanner {
  readonly text: string;
  offset = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The UTF-16 unit here, or the empty string at the end. */
  peek(): string {
    return this.text.charAt(this.offset);
  }

  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.offset)) return false;
    this.offset += expected.length;
    return true;
  }

  takeName(): string {
    return this.#match(NAME);
  }

  takeDigits(): string {
    return this.#match(DIGITS);
  }

  /** Blanks and a comment; newlines too where a rule may go on behind one. */
  skipSpace(newlines: boolean): void {
    this.#match(newlines ? SPACE_AND_NEWLINES : SPACE);
  }

  takeCodePoint(): number {
    const codePoint = this.text.codePointAt(this.offset);
    if (codePoint === undefined) throw this.error("the grammar ends in the middle of a literal or class");
    if (codePoint === 0)
      throw this.error("a NUL character ends the grammar in llama.cpp; it cannot be matched");
    this.offset += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  error(reason: string, offset: number = this.offset): GrammarError {
    return errorAtOffset(this.text, offset, reason);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.offset;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.offset += found.length;
    return found;
  }
}

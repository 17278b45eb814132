/** Of a document in which nothing had to change; a text may hold a hundred thousand. */
const NOTHING: string[] = [];

/**
 * The text of a document while it is mended: what stands is never copied token by token, and nothing is written into the
 * tail of a growing string, which would make it quadratic.
 */
export class TextWriter {
  readonly #text: string;
  /** What was written so far; the text from `#from` on stands as it is until something has to change. */
  #parts: string[] = NOTHING;
  #from: number;
  /** The last comma while nothing follows it: in the text, and in the parts once it was written. */
  #commaAt = -1;
  #commaIndex = -1;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#from = start;
  }

  /** Puts `replacement` in the place of the text from `start` to `end`. */
  replace(start: number, end: number, replacement: string): void {
    if (this.#parts === NOTHING) this.#parts = [];
    if (this.#commaAt >= this.#from && this.#commaAt < start) {
      this.#parts.push(this.#text.slice(this.#from, this.#commaAt), ",");
      this.#commaIndex = this.#parts.length - 1;
      this.#from = this.#commaAt + 1;
    }
    if (start > this.#from) this.#parts.push(this.#text.slice(this.#from, start));
    if (replacement !== "") this.#parts.push(replacement);
    this.#from = end;
  }

  noteComma(at: number): void {
    this.#commaAt = at;
    this.#commaIndex = -1;
  }

  forgetComma(): void {
    this.#commaAt = -1;
  }

  /** A comma that nothing has followed yet. */
  get hasComma(): boolean {
    return this.#commaAt >= 0;
  }

  /** Takes that comma out. */
  dropComma(): void {
    const at = this.#commaAt;
    this.#commaAt = -1;
    if (at >= this.#from) this.replace(at, at + 1, "");
    else this.#parts[this.#commaIndex] = "";
  }

  /** The text up to `end`, as it became. */
  finish(end: number): string {
    if (this.#parts === NOTHING) return this.#text.slice(this.#from, end);
    if (end > this.#from) this.#parts.push(this.#text.slice(this.#from, end));
    return this.#parts.join("");
  }
}

/**
 * How a document is laid out in lines: a closer that is the first of its line stands under the line of its opener. Where
 * closers are missing this tells whether those that are there were taken for the right ones.
 */
export class Layout {
  readonly #text: string;
  /** The indentation of the line in which each open container was opened. */
  readonly #opened: (number | null)[] = [];
  /** Of the line that is read; `null` while it is the first and something else stands before the document. */
  #indentation: number | null;
  #fits = true;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#indentation = blanksBefore(text, start);
  }

  /** Whether every closer so far stood where its opener says. */
  get fits(): boolean {
    return this.#fits;
  }

  /** A token at `at` with nothing but blanks before it in its line. */
  lineBegins(at: number): void {
    this.#indentation = at - 1 - this.#text.lastIndexOf("\n", at - 1);
  }

  open(): void {
    this.#opened.push(this.#indentation);
  }

  /** A container ends, by a closer that is the first of its line or not. */
  close(isFirst: boolean): void {
    const opened = this.#opened.pop() ?? null;
    if (isFirst && opened !== null && opened !== this.#indentation) this.#fits = false;
  }
}

/** More blanks than this at the beginning of a line are no indentation. */
const MOST_BLANKS = 64;

function blanksBefore(text: string, start: number): number | null {
  let at = start;
  while (at > 0 && start - at <= MOST_BLANKS && (text[at - 1] === " " || text[at - 1] === "\t")) at -= 1;
  return at === 0 || text[at - 1] === "\n" ? start - at : null;
}

import { afterBlanks } from "./rungs/control-chars.ts";

/** More than this are open in nobody's text. */
const MOST = 10_000;

/**
 * The brackets of a text that begin no document and are not closed yet. What looks like a document inside one may be a
 * part of something that cannot be read, such as `{&quot;a&quot;: [1]}`: it is never returned in place of the whole.
 */
export class PassedOpeners {
  readonly #text: string;
  readonly #open: { readonly at: number; readonly isIndex: boolean }[] = [];
  #indexEnd = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where an index such as that of `a[0]` ended last: a bracket flush behind it is one as well. */
  get indexEnd(): number {
    return this.#indexEnd;
  }

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  open(at: number, isIndex: boolean): void {
    if (this.#open.length < MOST) this.#open.push({ at, isIndex });
  }

  close(at: number): void {
    const last = this.#open.at(-1);
    if (last === undefined || this.#text[at] !== closerOf(this.#text[last.at]!)) return;
    this.#open.pop();
    if (last.isIndex) this.#indexEnd = at + 1;
  }

  /** Where something else begins: a fence, or what follows reasoning. */
  forget(): void {
    this.#open.length = 0;
  }

  /** The bracket that a document from `start` to `end` is a part of; `null` where there is none, or only ones around it alone (`{{"a":1}}`). */
  around(start: number, end: number): number | null {
    let [from, to] = [start, end];
    for (let index = this.#open.length - 1; index >= 0; index -= 1) {
      const { at, isIndex } = this.#open[index]!;
      const closer = afterBlanks(this.#text, to);
      const isWrapped =
        !isIndex &&
        afterBlanks(this.#text, at + 1) === from &&
        this.#text[closer] === closerOf(this.#text[at]!);
      if (!isWrapped) return at;
      [from, to] = [at, closer + 1];
    }
    return null;
  }
}

function closerOf(opener: string): string {
  return opener === "{" ? "}" : "]";
}

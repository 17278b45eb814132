import type { ScalarText } from "../scan-result.ts";

const LITERALS: ReadonlySet<string> = new Set(["true", "false", "null"]);
const PYTHON: Readonly<Record<string, string>> = {
  True: "true",
  False: "false",
  None: "null",
  TRUE: "true",
  FALSE: "false",
  NULL: "null",
  Null: "null",
};
const ALL: readonly string[] = [...LITERALS, ...Object.keys(PYTHON)];

export type Literal = ScalarText | "cut" | null;

/** Rung `python_bools`: a word as a JSON literal. `cut`: the text ends in what may become one. `null`: it is no literal (NaN, undefined, a bare word). */
export function literalOf(word: string, atEnd: boolean): Literal {
  if (LITERALS.has(word)) return { json: word, repaired: false };
  if (Object.hasOwn(PYTHON, word)) return { json: PYTHON[word]!, repaired: true };
  return atEnd && ALL.some((literal) => literal.startsWith(word)) ? "cut" : null;
}

/** More letters than the longest literal has. */
const LONGER = 6;

/** Whether a literal stands at this place, or what the end of the text left of one. */
export function beginsLiteral(text: string, at: number): boolean {
  const near = text.slice(at, at + LONGER);
  const word = /^[\p{L}\p{N}_]*/u.exec(near)![0];
  return word !== "" && literalOf(word, at + word.length >= text.length) !== null;
}

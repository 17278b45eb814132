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

export type Literal = { readonly json: string; readonly repaired: boolean } | "cut" | null;

/** Rung `python_bools`: a word as a JSON literal. `cut`: the text ends in what may become one. `null`: it is no literal (NaN, undefined, a bare word). */
export function literalOf(word: string, atEnd: boolean): Literal {
  if (LITERALS.has(word)) return { json: word, repaired: false };
  if (Object.hasOwn(PYTHON, word)) return { json: PYTHON[word]!, repaired: true };
  return atEnd && ALL.some((literal) => literal.startsWith(word)) ? "cut" : null;
}

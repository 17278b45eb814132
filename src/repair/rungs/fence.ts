/** A run of backticks or tildes that opens or closes a Markdown fence. */
export interface FenceMark {
  readonly kind: "opening" | "closing";
  readonly marks: string;
  /** Where what follows it begins: for an opening one after its word (`json`, `JSON5`, ...) and blanks. */
  readonly end: number;
  readonly word: string;
}

/**
 * Rung `fence`: what the run of backticks or tildes at this place does, given the marks of the fence that is open. As in
 * CommonMark a fence is closed by as many marks at least; one with a word that ends its line opens another. A document may
 * follow the marks on the same line. `null` where there are fewer than three.
 */
export function fenceMarkAt(text: string, at: number, open: string | null): FenceMark | null {
  const character = text[at]!;
  let afterMarks = at;
  while (text[afterMarks] === character) afterMarks += 1;
  const marks = text.slice(at, afterMarks);
  if (marks.length < 3) return null;
  let end = afterMarks;
  while (end < text.length && /[A-Za-z0-9_+.-]/.test(text[end]!)) end += 1;
  const word = text.slice(afterMarks, end);
  while (text[end] === " " || text[end] === "\t") end += 1;
  const isLine = word !== "" && (text[end] === "\n" || text[end] === "\r");
  return open !== null && marks.startsWith(open) && !isLine
    ? { kind: "closing", marks, end: afterMarks, word: "" }
    : { kind: "opening", marks, end, word };
}

/** A scalar that stands alone in a fence, such as `true`: what the text of a JSON value is taken for there. */
export function scalarInFence(
  text: string,
  from: number,
  marks: string,
): { json: string; end: number } | null {
  if (!/["0-9tfn-]/.test(text[from] ?? "")) return null;
  const end = text.indexOf(marks, from);
  if (end < 0) return null;
  return { json: text.slice(from, end).trim(), end };
}

/** A run of backticks or tildes that opens or closes a Markdown fence. */
export interface FenceMark {
  /** A rule is a long line of marks that opens nothing. */
  readonly kind: "opening" | "closing" | "rule";
  readonly marks: string;
  /** Where what follows it begins: for an opening one after its word (`json`, `JSON5`, ...) and blanks. */
  readonly end: number;
  readonly word: string;
}

/** Nobody opens a fence with more; so there are few kinds of fences whose end is looked for. */
const MOST_MARKS = 32;

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
  while (end < text.length && isWordCode(text.charCodeAt(end))) end += 1;
  const word = text.slice(afterMarks, end);
  while (text[end] === " " || text[end] === "\t") end += 1;
  const isLine = word !== "" && (text[end] === "\n" || text[end] === "\r");
  if (open !== null && marks.startsWith(open) && !isLine)
    return { kind: "closing", marks, end: afterMarks, word: "" };
  if (marks.length > MOST_MARKS) return { kind: "rule", marks, end: afterMarks, word: "" };
  return { kind: "opening", marks, end, word };
}

/** Letters, digits and `_+.-`. */
function isWordCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x2e
  );
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

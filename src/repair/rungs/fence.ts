/**
 * Rung `fence`: a Markdown fence that opens at this place, as the offset of what it holds; `null` where none does. The
 * word after the backticks (`json`, `JSON5`, ...) belongs to the fence. A document may follow on the same line.
 */
export function afterFenceOpening(text: string, at: number): number | null {
  if (!text.startsWith("```", at) && !text.startsWith("~~~", at)) return null;
  let end = at + 3;
  while (end < text.length && text[end] === text[at]) end += 1;
  while (end < text.length && /[A-Za-z0-9_+.-]/.test(text[end]!)) end += 1;
  while (end < text.length && (text[end] === " " || text[end] === "\t")) end += 1;
  return end;
}

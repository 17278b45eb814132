/**
 * Rung `missing_comma`: whether a comma was left out between two items. Only at a line break: on one line two readers
 * read `"a" "b"` differently, and two strings in a row may be one in Python.
 */
export function isMissingComma({
  lineBreak,
  previous,
  next,
  inObject,
}: {
  readonly lineBreak: boolean;
  readonly previous: string;
  readonly next: string;
  readonly inObject: boolean;
}): boolean {
  // A number in a loose form (`0.`) may go on in the next line.
  if (!lineBreak || previous === ".") return false;
  if (inObject) return next === '"' || next === "'";
  const isValueStart = /["'{[\-0-9tfnTFN]/.test(next);
  return isValueStart && !(previous === '"' && (next === '"' || next === "'"));
}

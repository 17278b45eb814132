const SHORT: Readonly<Record<number, string>> = { 8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r" };

/** Rung `control_chars`: a raw control character inside a string, as JSON writes it. */
export function escapedControl(code: number): string {
  return SHORT[code] ?? `\\u${code.toString(16).padStart(4, "0")}`;
}

/**
 * Rung `control_chars`: a blank between tokens that JSON does not know (no-break, zero-width, form feed, byte order mark
 * and other separators of Unicode). It carries nothing there; inside a string it stays.
 */
export function isForeignBlank(code: number): boolean {
  if (code < 0xa0) return code === 0x0b || code === 0x0c || code === 0x85;
  return (
    code === 0xa0 ||
    (code >= 0x2000 && code <= 0x200f) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x2060 ||
    code === 0x3000 ||
    code === 0xfeff ||
    code === 0x1680 ||
    code === 0x180e
  );
}

/** The first place from `from` on that is no blank of any kind. */
export function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

/** The end of a text without the blanks of any kind at its end. */
export function beforeBlanks(text: string): number {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

/** White space of JSON, or a foreign blank. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || isForeignBlank(code);
}

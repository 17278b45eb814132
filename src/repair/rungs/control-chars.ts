const SHORT: Readonly<Record<number, string>> = { 8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r" };

/** Rung `control_chars`: a raw control character inside a string, as JSON writes it. */
export function escapedControl(code: number): string {
  return SHORT[code] ?? `\\u${code.toString(16).padStart(4, "0")}`;
}

/**
 * One JSON document, indented. Characters that drive a terminal or turn the reading direction are escaped; JSON.stringify escapes
 * only those below U+0020.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${text}\n`;
}

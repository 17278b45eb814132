/**
 * Characters that drive a terminal or turn the reading direction, escaped in a text that is JSON: there they can only stand
 * inside strings, so that the value stays the same. JSON itself escapes those below U+0020.
 */
export function withJsonEscapes(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

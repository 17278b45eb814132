import type { JsonValue } from "../json-value.ts";

/**
 * True where half of a surrogate pair stands alone in some string: no text in UTF-8 holds such a value. JSON.stringify
 * (ES2019 and later) spells nothing but these as `\ud8..` to `\udf..`.
 */
export function hasLoneSurrogate(value: JsonValue): boolean {
  return /\\ud[89a-f]/.test(JSON.stringify(value).replaceAll("\\\\", ""));
}

/** One character (a code point) as JSON.stringify spells it inside of a string. */
export function jsonCharacter(character: string): string {
  return JSON.stringify(character).slice(1, -1);
}

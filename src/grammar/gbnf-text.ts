/**
 * What stands raw in a grammar text. All else is written as an escape: control and format characters could hide or break
 * the text, and quote and backslash end it.
 */
const RAW = /[^"\\\p{C}\p{Z}]| /u;

/** What needs a second look: everything but plain ASCII. */
const SPECIAL = /[^ !#-[\]-~]/gu;

/** A GBNF literal that matches the text. */
export function literal(text: string): string {
  return `"${text.replace(SPECIAL, (character) => (RAW.test(character) ? character : escaped(character)))}"`;
}

/**
 * The class of what may stand raw in a JSON string (no quote, backslash or control character), without some more of them.
 * A hyphen goes last, since builds before 2026 know no escape for it.
 */
export function rawCharacterClass(without: readonly string[] = []): string {
  const others = without.filter((character) => character !== "-").map(inClass);
  return `[^"\\\\\\u0000-\\u001F${others.join("")}${without.includes("-") ? "-" : ""}]`;
}

function inClass(character: string): string {
  if (character === "[" || character === "]") return `\\${character}`;
  return RAW.test(character) ? character : escaped(character);
}

/** Not as `\x41`: XGrammar takes every hexadecimal digit that follows for a part of it. */
function escaped(character: string): string {
  if (character === '"' || character === "\\") return `\\${character}`;
  if (character === "\n") return "\\n";
  const codePoint = character.codePointAt(0)!;
  const digits = codePoint.toString(16).toUpperCase();
  return codePoint > 0xffff ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}

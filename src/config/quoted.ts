const MAX_LENGTH = 60;

/** Foreign text in a message: in quotes, shortened, and nothing in it that a terminal would act on. */
export function quoted(text: string): string {
  return `"${printable(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}...` : text)}"`;
}

/** A path in a message: whole, with what a terminal would act on as escapes. */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

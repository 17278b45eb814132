/**
 * Rung `comments`: what a comment at this place ends at, or the place itself where there is none. Line comments with
 * slashes or a hash, and block comments; only between tokens, since a string is read by others. `null`: a block comment that never ends.
 */
export function afterComment(text: string, at: number): number | null {
  const first = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  if (first === 0x23 || (first === 0x2f && second === 0x2f)) {
    const end = text.indexOf("\n", at);
    return end < 0 ? text.length : end + 1;
  }
  if (first === 0x2f && second === 0x2a) {
    const end = text.indexOf("*/", at + 2);
    return end < 0 ? null : end + 2;
  }
  return at;
}

/** Whether a comment holds what may be an item or the comma that seems to be missing: then leaving it out may drop data. */
export function mayHoldItems(comment: string): boolean {
  return /["',}\]]/.test(comment);
}

/** Whether a comment in the line of a string's end holds the quote that may really end it: `"the "#1" song"`. */
export function mayEndString(comment: string): boolean {
  return comment.split('"').length % 2 === 0;
}

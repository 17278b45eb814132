import { jsonPrefix } from "./json-prefix.ts";

/** What a piece of an answer looks like to somebody who sent a canary. */
export type TextShape =
  /** Empty or nothing but white space. */
  | { readonly kind: "blank" }
  /** Begins as the canary object must, but stops before the key's closing quote. `bare`: only a brace and white space. */
  | { readonly kind: "opened"; readonly bare: boolean }
  /** A prefix of `{"nonce": true}` or `{"nonce": false}` that reaches the closing quote of the key, or all of it. */
  | { readonly kind: "canary"; readonly complete: boolean }
  /** An object that is not the canary's, whole or a prefix of at least 24 characters. */
  | { readonly kind: "object"; readonly complete: boolean }
  | { readonly kind: "array" }
  | { readonly kind: "prose" };

/** An unfinished object shorter than this proves nothing: a sentence, too, may begin with a brace. */
const SHORTEST_PREFIX = 24;

/**
 * The part that a mask would have bound: after a byte-order mark, reasoning that a server left inline, and white
 * space. A reasoning block that is still open means that the answer proper has not begun.
 */
export function answerPart(text: string): string {
  const closing = text.lastIndexOf("</think>");
  if (closing >= 0) return text.slice(closing + "</think>".length).trimStart();
  const start = text.replace(/^\uFEFF/, "").trimStart();
  return start.startsWith("<think>") ? "" : start;
}

/** @param nonce the canary's property name; `null` where no schema was sent. */
export function textShape(text: string, nonce: string | null): TextShape {
  const part = answerPart(text);
  if (part.trim() === "") return { kind: "blank" };
  if (nonce !== null) {
    const canary = canaryShape(part, nonce);
    if (canary !== null) return canary;
  } else if (/^\{\s*$/.test(part) && part.length < SHORTEST_PREFIX) {
    return { kind: "opened", bare: true };
  }
  const state = jsonPrefix(part);
  if (state === "broken") return { kind: "prose" };
  if (part.startsWith("[")) return { kind: "array" };
  if (state === "complete") return { kind: "object", complete: true };
  return part.length >= SHORTEST_PREFIX
    ? { kind: "object", complete: false }
    : { kind: "opened", bare: false };
}

/** Compares against the two texts that the canary's schema allows, white space between the tokens being free. */
function canaryShape(part: string, nonce: string): TextShape | null {
  const key = `"${nonce}"`;
  const afterBrace = afterToken(part, "{");
  if (afterBrace === null) return null;
  if (afterBrace === "") return { kind: "opened", bare: true };
  if (afterBrace.length < key.length && key.startsWith(afterBrace)) return { kind: "opened", bare: false };
  const afterKey = afterToken(afterBrace, key);
  if (afterKey === null) return null;
  const afterColon = afterKey === "" ? "" : afterToken(afterKey, ":");
  if (afterColon === null) return null;
  for (const value of ["true", "false"]) {
    if (afterColon === "" || value.startsWith(afterColon)) return { kind: "canary", complete: false };
    const afterValue = afterToken(afterColon, value);
    if (afterValue === null) continue;
    if (afterValue === "") return { kind: "canary", complete: false };
    return afterToken(afterValue, "}") === "" ? { kind: "canary", complete: true } : null;
  }
  return null;
}

/** What follows the token and the white space after it; `null` where the text does not begin with the token. */
function afterToken(text: string, token: string): string | null {
  return text.startsWith(token) ? text.slice(token.length).replace(/^[ \t\n\r]+/, "") : null;
}

import type { RepairRung } from "../repair-rung.ts";
import { afterBlanks, escapedControl, isBlank } from "./control-chars.ts";
import { escapeAt } from "./escapes.ts";

export type StringRead =
  | {
      readonly kind: "string";
      readonly end: number;
      readonly json: string;
      readonly rungs: readonly RepairRung[];
      /** A straight quote opened it and a curly one closed it. */
      readonly isMixed?: boolean;
    }
  | { readonly kind: "cut" }
  | { readonly kind: "broken"; readonly offset: number; readonly reason: string };

/** Rung `quotes`: every opening quote that is read, and the ones that close it. */
const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”“",
  "”": "”“",
  "„": "”“",
  "‘": "’‘",
  "’": "’‘",
};

/** Comma, colon, closers. */
const DELIMITERS: ReadonlySet<number> = new Set([0x2c, 0x3a, 0x7d, 0x5d]);
const NO_RUNGS: readonly RepairRung[] = [];

/** The end of a string that is JSON as it stands; 0 where something in it has to be looked at. */
function plainEnd(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return 0;
    if (code === 0x5c) {
      const next = text.charCodeAt(at + 1);
      // Quote, backslash and slash; every other escape is looked at.
      if (next !== 0x22 && next !== 0x5c && next !== 0x2f) return 0;
      at += 1;
    }
  }
  return 0;
}

const MIXED_LENGTH = 2048;
/** How much of a line comment is looked at. */
const LINE_LENGTH = 512;

export function isQuote(character: string | undefined): boolean {
  return character !== undefined && Object.hasOwn(CLOSERS, character);
}

/**
 * Reads a string whose opening quote is at `open`. A double quote closes at once; any other closes only before a comma,
 * colon or closer, so that `it's` stays whole: at the end of the text it may as well be an apostrophe of a string that
 * was cut off. Everything that has to change goes out as JSON.
 */
export function readString(text: string, open: number, mixed = false): StringRead {
  const opener = text[open]!;
  const closers = mixed && opener === '"' ? '"”' : CLOSERS[opener]!;
  const isPlain = opener === '"' && !mixed;
  if (isPlain) {
    const end = plainEnd(text, open);
    if (end > 0) return { kind: "string", end, json: text.slice(open, end), rungs: NO_RUNGS };
  }
  const parts: string[] = [];
  const rungs = new Set<RepairRung>(isPlain ? [] : ["quotes"]);
  let doubtful = false;
  let path = false;
  let from = open + 1;
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const character = text[at]!;
    if (
      closers.includes(character) &&
      (isPlain || closesHere(text, at + 1, { quote: character, atEnd: false }))
    ) {
      if (doubtful && path)
        return {
          kind: "broken",
          offset: open,
          reason: "a string holds backslashes that two readers read differently",
        };
      parts.push(text.slice(from, at));
      const json = `"${parts.join("")}"`;
      return { kind: "string", end: at + 1, json, rungs: [...rungs] };
    }
    if (!isPlain && character === opener && text[at + 1] === opener)
      return { kind: "broken", offset: at, reason: "a doubled quote inside a string has two readings" };
    if (
      !isPlain &&
      isSameKind(opener, character) &&
      (looksOpening(text, open, at) || isLineEnd(text, at + 1))
    )
      return {
        kind: "broken",
        offset: at,
        reason: "a quote inside a string may end it or begin the next one",
      };
    if (code === 0x5c) {
      const read = escapeAt(text, at);
      if (read.kind === "cut") return { kind: "cut" };
      if (read.kind === "ambiguous")
        return { kind: "broken", offset: at, reason: "an escape of another language stands in a string" };
      if (read.kind === "repaired") {
        // repair: escapes
        parts.push(text.slice(from, at), read.json);
        from = at + read.length;
        rungs.add(isPlain || read.isPath ? "escapes" : "quotes");
        if (read.isPath) path = true;
      } else if (read.doubtful) doubtful = true;
      at += read.length;
    } else if (code < 0x20) {
      // repair: control_chars
      parts.push(text.slice(from, at), escapedControl(code));
      rungs.add("control_chars");
      at += 1;
      from = at;
    } else if (code === 0x22) {
      // repair: quotes (a double quote inside other quotes)
      parts.push(text.slice(from, at), '\\"');
      at += 1;
      from = at;
    } else if (opener === "`" && code === 0x24 && text[at + 1] === "{") {
      return { kind: "broken", offset: at, reason: "a template holds a placeholder" };
    } else at += 1;
  }
  return { kind: "cut" };
}

/**
 * Reads a key or a value. A straight quote that a curly one closes (`"a”`), which some models write throughout, is tried
 * where the straight reading does not end before a delimiter, or where the document has shown the habit.
 */
export function readValueString(text: string, open: number, hasMixed: boolean): StringRead {
  const plain = readString(text, open);
  if (text[open] !== '"' || plain.kind === "broken") return plain;
  if (plain.kind === "string" && DELIMITERS.has(text.charCodeAt(plain.end))) return plain;
  if (plain.kind === "cut") return hasMixed ? (readMixedString(text, open) ?? plain) : plain;
  if (closesHere(text, plain.end, { quote: '"', atEnd: true }) || isLineEnd(text, plain.end)) return plain;
  return readMixedString(text, open) ?? plain;
}

function readMixedString(text: string, open: number): StringRead | null {
  const near = text.slice(open, open + MIXED_LENGTH);
  if (!near.includes("”")) return null;
  // Bounded, so that a text of many such quotes is still read in linear time.
  const read = readString(text.slice(0, open + MIXED_LENGTH), open, true);
  return read.kind === "string" && text[read.end - 1] === "”"
    ? { ...read, rungs: [...read.rungs, "quotes"], isMixed: true }
    : null;
}

function isLineEnd(text: string, at: number): boolean {
  return /^[ \t]*\r?\n/.test(text.slice(at, at + 80));
}

/**
 * Whether a string that ended here is followed by what may follow a string. A comment counts unless the same quote
 * stands in its line: `'the boys' #1 song',` is one string.
 */
function closesHere(
  text: string,
  from: number,
  { quote, atEnd }: { readonly quote: string; readonly atEnd: boolean },
): boolean {
  const at = afterBlanks(text, from);
  if (at >= text.length) return atEnd;
  if (DELIMITERS.has(text.charCodeAt(at)) || text.startsWith("/*", at)) return true;
  if (text[at] !== "#" && !text.startsWith("//", at)) return false;
  const line = text.slice(at, at + LINE_LENGTH);
  const end = line.indexOf("\n");
  // Where the text ends first the quote may have been cut off.
  if (end < 0) return atEnd && line.length < LINE_LENGTH;
  return !line.slice(0, end).includes(quote);
}

function isSameKind(opener: string, character: string): boolean {
  return character === opener || CLOSERS[opener]!.includes(character);
}

/** A quote after what stands before a string: the one before it was not closed, or something is missing between them. */
function looksOpening(text: string, open: number, at: number): boolean {
  let before = at - 1;
  while (before > open && isBlank(text.charCodeAt(before))) before -= 1;
  return before > open && (",:{[]}/".includes(text[before]!) || isSameKind(text[open]!, text[before]!));
}

/** Rung `quotes`: a key without any, such as `user-id`, `$ref` or `1`. Its end, or the place itself. */
export function afterBareKey(text: string, at: number): number {
  let end = at;
  while (end < text.length && /[\p{L}\p{N}_$-]/u.test(text[end]!)) end += 1;
  return end;
}

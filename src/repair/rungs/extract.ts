import type { Scan } from "../scan.ts";
import { scan } from "../scan.ts";
import { afterFenceOpening } from "./fence.ts";
import { isQuote } from "./quotes.ts";

/** A document found in a text, or the attempt at one. */
export interface Candidate {
  readonly start: number;
  readonly fenced: boolean;
  /** So little that prose may hold it by accident: a citation such as `[1]`, or empty brackets. */
  readonly weak: boolean;
  readonly scan: Scan;
}

export interface Found {
  readonly candidates: readonly Candidate[];
  /** Reasoning that was still open at the end. */
  readonly openReasoning: boolean;
  /** Reasoning was passed over. */
  readonly hadReasoning: boolean;
}

const REASONING = /<(think|thinking|reasoning|analysis)>/iy;
const REASONING_END = /<\/(?:think|thinking|reasoning|analysis)>/iy;

/**
 * Rung `extract`: walks the text once and reads every place where a document may begin, whole, so that what stands
 * inside one (a fence, a brace, a tag in a string) is never taken for another. Reasoning is passed over; a lone closing
 * tag makes everything before it reasoning.
 */
export function findCandidates(text: string, maxDepth: number): Found {
  let candidates: Candidate[] = [];
  /** One broken document says enough, fenced or not: a text may hold a hundred thousand. */
  const broken = new Set<boolean>();
  let hadReasoning = false;
  let fenced = false;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x3c) {
      REASONING.lastIndex = at;
      REASONING_END.lastIndex = at;
      const opening = REASONING.exec(text);
      if (opening !== null) {
        const end = indexOfClosing(text, opening[1]!, at);
        if (end < 0) return { candidates, openReasoning: true, hadReasoning: true };
        at = end;
        hadReasoning = true;
        continue;
      }
      const closing = REASONING_END.exec(text);
      if (closing !== null) {
        candidates = [];
        broken.clear();
        hadReasoning = true;
        at += closing[0].length;
        continue;
      }
      at += 1;
    } else if (code === 0x60 || code === 0x7e) {
      const content =
        fenced && isLineStart(text, at) && text.startsWith(text[at]!.repeat(3), at)
          ? null
          : afterFenceOpening(text, at);
      if (content === null) {
        if (text.startsWith(text[at]!.repeat(3), at)) {
          fenced = false;
          at += 3;
        } else at += 1;
      } else {
        fenced = true;
        at = content;
      }
    } else if (code === 0x7b || code === 0x5b) {
      const found = candidateAt(text, at, { fenced, maxDepth });
      if (found === null) at += 1;
      else {
        if (found.scan.kind !== "broken" || !broken.has(found.fenced)) candidates.push(found);
        if (found.scan.kind === "broken") broken.add(found.fenced);
        at =
          found.scan.kind === "complete"
            ? found.scan.end
            : found.scan.kind === "broken"
              ? Math.max(found.scan.offset, at + 1)
              : text.length;
      }
    } else at += 1;
  }
  return { candidates, openReasoning: false, hadReasoning };
}

function indexOfClosing(text: string, tag: string, from: number): number {
  const closing = new RegExp(`</${tag}>`, "ig");
  closing.lastIndex = from;
  return closing.exec(text)?.index ?? -1;
}

function candidateAt(
  text: string,
  start: number,
  { fenced, maxDepth }: { readonly fenced: boolean; readonly maxDepth: number },
): Candidate | null {
  if (!(text[start] === "{" ? objectMayBegin(text, start) : arrayMayBegin(text, start, fenced))) return null;
  const read = scan(text, start, { maxDepth, fenced });
  return { start, fenced, weak: !fenced && read.kind === "complete" && isWeak(read.json), scan: read };
}

function isWeak(written: string): boolean {
  const json = written.length <= 64 ? written.replace(/\s+/g, "") : written;
  return json === "{}" || (json.length <= 24 && /^\[(?:\d{1,4}(?:,\d{1,4})*)?\]$/.test(json));
}

/** `{` and then a quote, a closer, a bare word with a colon, a comment, or the end. */
function objectMayBegin(text: string, start: number): boolean {
  const at = afterBlanks(text, start + 1);
  if (at >= text.length) return true;
  const character = text[at]!;
  if (isQuote(character) || character === "}") return true;
  if (text.startsWith("//", at) || text.startsWith("/*", at) || character === "#") return true;
  return /^[\p{L}\p{N}_$-]{1,64}\s*:/u.test(text.slice(at, at + 80));
}

/** `[` and then what begins a value. Not after a word: `list[str]`, `a[0]`. */
function arrayMayBegin(text: string, start: number, fenced: boolean): boolean {
  if (start > 0 && /[\p{L}\p{N}_)\]]/u.test(text[start - 1]!) && !fenced) return false;
  const at = afterBlanks(text, start + 1);
  if (at >= text.length) return true;
  const character = text[at]!;
  if (isQuote(character) || /[{[\]0-9-]/.test(character)) return true;
  if (text.startsWith("//", at) || text.startsWith("/*", at)) return true;
  return /^(?:true|false|null|True|False|None)\b/.test(text.slice(at, at + 6));
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at += 1;
  return at;
}

function isLineStart(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text[before] === " " || text[before] === "\t")) before -= 1;
  return before < 0 || text[before] === "\n" || text[before] === "\r";
}

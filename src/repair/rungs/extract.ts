import { isJsonObject } from "../../json-value.ts";
import { PassedOpeners } from "../passed-openers.ts";
import { scan } from "../scan.ts";
import type { Candidate, Scan } from "../scan-result.ts";
import { strayAround } from "../stray-parts.ts";
import { afterBlanks } from "./control-chars.ts";
import { fenceMarkAt, scalarInFence } from "./fence.ts";
import { parsed } from "./none.ts";
import { beginsLiteral } from "./python-bools.ts";
import { isQuote } from "./quotes.ts";
import { mayMark, reasoningAt } from "./reasoning.ts";

export interface Found {
  readonly candidates: readonly Candidate[];
  /** Reasoning that was still open at the end. */
  readonly openReasoning: boolean;
  /** Reasoning was passed over. */
  readonly hadReasoning: boolean;
}

/**
 * Rung `extract`: walks the text once and reads every place where a document may begin, whole, so that what stands
 * inside one (a fence, a brace, a tag in a string) is never taken for another. Reasoning is passed over; a lone closing
 * tag makes everything before it reasoning.
 */
export function findCandidates(text: string, maxDepth: number): Found {
  return new Walk(text, maxDepth).run();
}

interface Fence {
  readonly marks: string;
  /** It stands at the start of a line, or nothing before it was broken: it is no part of a string. */
  readonly counts: boolean;
}

/** More fences inside each other than this are opened by nobody; the outermost are forgotten. */
const MOST_FENCES = 32;

class Walk {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #fences: Fence[] = [];
  #candidates: Candidate[] = [];
  /** One broken document says enough, fenced or not: a text may hold a hundred thousand. */
  readonly #broken = new Set<boolean>();
  /** The documents that were found, by their text and what stands around them. */
  readonly #complete = new Map<string, Set<string>>();
  readonly #passed: PassedOpeners;
  #hadReasoning = false;
  /** Where the last document ended. */
  #lastEnd = -1;
  #at = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#passed = new PassedOpeners(text);
  }

  run(): Found {
    while (this.#at < this.#text.length) {
      const code = this.#text.charCodeAt(this.#at);
      if (mayMark(code)) {
        const passed = this.#reasoning();
        if (passed === "open") return this.#found(true);
        if (passed) continue;
      }
      if (code === 0x60 || code === 0x7e) this.#fence();
      else if (code === 0x7b || code === 0x5b) this.#document();
      else {
        if (code === 0x7d || code === 0x5d) this.#passed.close(this.#at);
        this.#at += 1;
      }
    }
    return this.#found(false);
  }

  #found(openReasoning: boolean): Found {
    return { candidates: this.#candidates, openReasoning, hadReasoning: this.#hadReasoning };
  }

  #reasoning(): boolean | "open" {
    const mark = reasoningAt(this.#text, this.#at);
    if (mark === null || (mark.kind === "ending" && this.#isInBrokenString(mark.end))) return false;
    this.#hadReasoning = true;
    if (mark.end === null) return "open";
    if (mark.kind === "ending") {
      this.#candidates = [];
      this.#broken.clear();
      this.#complete.clear();
      this.#passed.forget();
    }
    this.#at = mark.end;
    return true;
  }

  /** Behind the place where a document broke strings are no longer known: a mark that a quote follows in its line (no apostrophe) may stand in one. */
  #isInBrokenString(end: number): boolean {
    return (
      this.#broken.size > 0 && /^[^\n{[]*["'`”’“](?![\p{L}\p{N}])/u.test(this.#text.slice(end, end + 100))
    );
  }

  #fence(): void {
    const mark = fenceMarkAt(this.#text, this.#at, this.#fences.at(-1)?.marks ?? null);
    if (mark === null) {
      this.#at += 1;
      return;
    }
    const counts = isLineStart(this.#text, this.#at) || !(this.#broken.has(false) || this.#passed.isOpen);
    this.#at = mark.end;
    if (counts && mark.kind !== "rule") this.#passed.forget();
    if (mark.kind === "closing") this.#fences.pop();
    else if (mark.kind === "opening") {
      this.#fences.push({ marks: mark.marks, counts });
      if (this.#fences.length > MOST_FENCES) this.#fences.shift();
      if (counts && /^(?:json[c5l]?)?$/i.test(mark.word)) this.#scalar(mark.marks);
    }
  }

  /** Whether it says nothing that a candidate before it does not say: a text may hold a hundred thousand alike. */
  #isKnown(candidate: Candidate): boolean {
    const { fenced, cited, scan: read } = candidate;
    if (read.kind === "cut") return false;
    if (read.kind === "broken") {
      const isKnown = this.#broken.has(fenced);
      this.#broken.add(fenced);
      return isKnown;
    }
    const kind = `${fenced}${cited}`;
    const known = this.#complete.get(kind);
    if (known?.has(read.json) === true) return strayAround(this.#text, { ...candidate, scan: read }) === null;
    if (known === undefined) this.#complete.set(kind, new Set([read.json]));
    else known.add(read.json);
    return false;
  }

  /** A fence around a scalar alone. */
  #scalar(marks: string): void {
    const start = afterBlanks(this.#text, this.#at);
    const found = scalarInFence(this.#text, start, marks);
    const value = found === null ? undefined : parsed(found.json);
    if (found === null || value === undefined || isJsonObject(value) || Array.isArray(value)) return;
    const { json, end } = found;
    const read: Scan = {
      kind: "complete",
      end,
      json,
      rungs: new Set(),
      warnings: [],
      closedMismatch: false,
      misaligned: false,
    };
    const candidate = { start, fenced: true, weak: false, cited: false, scan: read };
    if (!this.#isKnown(candidate)) this.#candidates.push(candidate);
    this.#at = end;
  }

  #document(): void {
    const [text, start] = [this.#text, this.#at];
    const fence = this.#fences.at(-1) ?? null;
    const isIndex = text[start] === "[" && fence === null && start !== this.#lastEnd && this.#isIndex(start);
    if (isIndex || !(text[start] === "{" ? objectMayBegin : arrayMayBegin)(text, start)) {
      this.#passed.open(start, isIndex);
      this.#at += 1;
      return;
    }
    const read = scan(text, start, { maxDepth: this.#maxDepth, fence: fence?.marks ?? null });
    const fenced = fence?.counts ?? false;
    const weak = !fenced && isWeak(read);
    const cited = weak && isCitation(text, start, read);
    const candidate = { start, fenced, weak, cited, scan: this.#asPart(start, read) };
    if (!this.#isKnown(candidate)) this.#candidates.push(candidate);
    if (read.kind === "complete") {
      this.#at = read.end;
      this.#lastEnd = read.end;
    } else this.#at = read.kind === "broken" ? Math.max(read.offset, start + 1) : text.length;
  }

  /** Not a document but part of a word: `list[str]`, `a[0]`, `a[0][1]`. */
  #isIndex(start: number): boolean {
    return start === this.#passed.indexEnd || (start > 0 && /[\p{L}\p{N}_)]/u.test(this.#text[start - 1]!));
  }

  /** A whole that stands inside of what cannot be read is no document. */
  #asPart(start: number, read: Scan): Scan {
    if (read.kind !== "complete") return read;
    const offset = this.#passed.around(start, read.end);
    return offset === null ? read : { kind: "broken", offset, reason: "what begins here cannot be read" };
  }
}

/** `[1]` in a running sentence. After a colon, or in a line of its own, it is a list. */
function isCitation(text: string, start: number, scan: Scan): boolean {
  if (scan.kind !== "complete" || !/[0-9]/.test(scan.json)) return false;
  return /[\p{L}\p{N}.,;!?)"'`“”‘’][ \t]*$/u.test(text.slice(Math.max(0, start - 40), start));
}

function isWeak(read: Scan): boolean {
  if (read.kind !== "complete") return false;
  const json = read.json.length <= 64 ? read.json.replace(/\s+/g, "") : read.json;
  return json === "{}" || (json.length <= 24 && /^\[(?:\d{1,4}(?:,\d{1,4})*)?\]$/.test(json));
}

/** `{` and then a quote, a closer, a bare word with a colon, a comment, or the end, also of a bare word. */
function objectMayBegin(text: string, start: number): boolean {
  const at = afterBlanks(text, start + 1);
  if (at >= text.length) return true;
  const character = text[at]!;
  if (isQuote(character) || character === "}") return true;
  if (text.startsWith("//", at) || text.startsWith("/*", at) || character === "#") return true;
  BARE_KEY.lastIndex = at;
  return BARE_KEY.test(text);
}

/** Bounded, comments too, so that a text of many such braces is read in linear time. */
const BARE_KEY =
  /[\p{L}\p{N}_$-]{1,64}(?:$|\s{0,80}(?:(?:\/\*[^*]{0,80}\*\/|(?:\/\/|#)[^\n]{0,80}\n)\s{0,80}){0,3}:)/uy;

/** `[` and then what begins a value. A hash flush on both sides is a reference, `[#12]`, no comment. */
function arrayMayBegin(text: string, start: number): boolean {
  const at = afterBlanks(text, start + 1);
  if (at >= text.length) return true;
  const character = text[at]!;
  if (isQuote(character) || /[{[\]0-9-]/.test(character)) return true;
  if (text.startsWith("//", at) || text.startsWith("/*", at)) return true;
  if (character === "#") return at > start + 1 || /\s/.test(text[at + 1] ?? " ");
  if (character === "." || character === "+") return /^[+]?[.]?[0-9]/.test(text.slice(at, at + 3));
  return beginsLiteral(text, at);
}

function isLineStart(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text[before] === " " || text[before] === "\t")) before -= 1;
  return before < 0 || text[before] === "\n" || text[before] === "\r";
}

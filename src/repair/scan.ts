import type { OpenPart, RepairWarning } from "./repair-result.ts";
import type { RepairRung } from "./repair-rung.ts";
import { forgottenClosers } from "./rungs/close-braces.ts";
import { afterComment } from "./rungs/comments.ts";
import { isMissingComma } from "./rungs/missing-comma.ts";
import { isUnsafeInteger, numberOf } from "./rungs/number-forms.ts";
import { literalOf } from "./rungs/python-bools.ts";
import {
  afterBareKey,
  closesHere,
  isQuote,
  readMixedString,
  readString,
  type StringRead,
} from "./rungs/quotes.ts";
import { dropComma } from "./rungs/trailing-comma.ts";

export interface ScanOptions {
  /** Levels of nesting; more is refused with a clear reason. */
  readonly maxDepth: number;
  /** A fence that opened around the document: its end ends the document as well. */
  readonly fenced: boolean;
}

export type Scan =
  | {
      readonly kind: "complete";
      readonly end: number;
      readonly json: string;
      readonly rungs: ReadonlySet<RepairRung>;
      readonly warnings: readonly RepairWarning[];
      readonly closedMismatch: boolean;
    }
  | { readonly kind: "cut"; readonly open: OpenPart; readonly rungs: ReadonlySet<RepairRung> }
  | { readonly kind: "broken"; readonly offset: number; readonly reason: string };

type Expect = "value" | "value_or_close" | "key" | "key_or_close" | "colon" | "comma_or_close";

/**
 * Reads one document from `start` with every tolerance on, in one pass, with an explicit stack. What is accepted comes
 * out as JSON text; each tolerance that was needed is noted by its rung. Nothing is invented, dropped or reordered.
 */
export function scan(text: string, start: number, options: ScanOptions): Scan {
  return new Scanner(text, start, options).run();
}

class Scanner {
  readonly #text: string;
  readonly #options: ScanOptions;
  /** What was written so far; the text from `#from` on stands as it is until something has to change. */
  readonly #parts: string[] = [];
  #from: number;
  readonly #closers: string[] = [];
  /** Keys of each open object, for warnings; `null` for arrays. */
  readonly #keys: (Set<string> | null)[] = [];
  readonly #rungs = new Set<RepairRung>();
  readonly #warnings: RepairWarning[] = [];
  #at: number;
  #expect: Expect = "value";
  /** The last comma while nothing follows it: in the text, and in the parts once it was written. */
  #commaAt = -1;
  #commaIndex = -1;
  #lineBreak = false;
  #previous = "";
  #closedMismatch = false;
  #mixedQuotes = false;

  constructor(text: string, start: number, options: ScanOptions) {
    this.#text = text;
    this.#at = start;
    this.#from = start;
    this.#options = options;
  }

  run(): Scan {
    for (;;) {
      const blank = this.#skipBlanks();
      if (blank !== null) return blank;
      if (this.#at >= this.#text.length || this.#atFenceEnd()) return this.#atEnd();
      const failure = this.#token();
      if (failure !== null) return failure;
      if (this.#closers.length === 0) return this.#complete(this.#at);
    }
  }

  #complete(end: number): Scan {
    if (end > this.#from) this.#parts.push(this.#text.slice(this.#from, end));
    return {
      kind: "complete",
      end,
      json: this.#parts.join(""),
      rungs: this.#rungs,
      warnings: this.#warnings,
      closedMismatch: this.#closedMismatch,
    };
  }

  /** Puts `replacement` in the place of the text from `start` to `end`. */
  #replace(start: number, end: number, replacement: string): void {
    if (this.#commaAt >= this.#from && this.#commaAt < start) {
      this.#parts.push(this.#text.slice(this.#from, this.#commaAt), ",");
      this.#commaIndex = this.#parts.length - 1;
      this.#from = this.#commaAt + 1;
    }
    if (start > this.#from) this.#parts.push(this.#text.slice(this.#from, start));
    if (replacement !== "") this.#parts.push(replacement);
    this.#from = end;
  }

  /** White space and comments between tokens. Foreign blanks (no-break, zero-width) are passed over as control_chars. */
  #skipBlanks(): Scan | null {
    const text = this.#text;
    this.#lineBreak = false;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d) {
        if (code === 0x0a) this.#lineBreak = true;
        this.#at += 1;
      } else if (
        code === 0xa0 ||
        code === 0xfeff ||
        (code >= 0x2000 && code <= 0x200f) ||
        code === 0x2028 ||
        code === 0x2029 ||
        code === 0x3000
      ) {
        this.#rungs.add("control_chars");
        this.#replace(this.#at, this.#at + 1, "");
        this.#at += 1;
      } else if (code === 0x2f || code === 0x23) {
        const end = afterComment(text, this.#at);
        if (end === null) return { kind: "cut", open: "structure", rungs: this.#rungs };
        if (end === this.#at) return null;
        // repair: comments
        this.#rungs.add("comments");
        if (code === 0x23 || text[this.#at + 1] === "/") this.#lineBreak = true;
        this.#replace(this.#at, end, " ");
        this.#at = end;
      } else return null;
    }
  }

  #atFenceEnd(): boolean {
    return this.#options.fenced && this.#text.startsWith("```", this.#at);
  }

  /** The text, or the fence around it, ends inside the document. */
  #atEnd(): Scan {
    const isEnd = this.#at >= this.#text.length;
    if (this.#expect !== "comma_or_close") {
      return isEnd
        ? { kind: "cut", open: this.#expect === "colon" ? "key" : "structure", rungs: this.#rungs }
        : this.#broken("the fence ends inside the document");
    }
    // repair: close_braces
    this.#replace(this.#at, this.#at, this.#closers.reverse().join(""));
    this.#closers.length = 0;
    this.#rungs.add("close_braces");
    return this.#complete(this.#at);
  }

  #broken(reason: string): Scan {
    return { kind: "broken", offset: this.#at, reason };
  }

  #token(): Scan | null {
    const character = this.#text[this.#at]!;
    switch (this.#expect) {
      case "colon":
        return this.#colon(character);
      case "key":
      case "key_or_close":
        if (character === "}" || character === "]") return this.#close(character);
        return this.#key(character);
      case "comma_or_close":
        return this.#separator(character);
      case "value":
      case "value_or_close":
        if (character === "}" || character === "]") return this.#close(character);
        return this.#value(character);
    }
  }

  #colon(character: string): Scan | null {
    if (character !== ":") return this.#broken("a key is not followed by a colon");
    this.#at += 1;
    this.#expect = "value";
    this.#commaAt = -1;
    return null;
  }

  #separator(character: string): Scan | null {
    if (character === ",") {
      this.#commaAt = this.#at;
      this.#commaIndex = -1;
      this.#at += 1;
      this.#expect = this.#closers.at(-1) === "}" ? "key" : "value";
      return null;
    }
    if (character === "}" || character === "]") return this.#close(character);
    const inObject = this.#closers.at(-1) === "}";
    if (!isMissingComma({ lineBreak: this.#lineBreak, previous: this.#previous, next: character, inObject }))
      return this.#broken("something stands where a comma or a closer belongs");
    // repair: missing_comma
    this.#replace(this.#at, this.#at, ",");
    this.#rungs.add("missing_comma");
    this.#expect = inObject ? "key" : "value";
    return inObject ? this.#key(character) : this.#value(character);
  }

  #close(closer: string): Scan | null {
    if (this.#expect === "value" && this.#commaAt < 0) return this.#broken("a value is missing");
    if (this.#commaAt >= 0 && (this.#expect === "key" || this.#expect === "value")) {
      this.#dropComma();
      this.#rungs.add("trailing_comma");
    }
    const forgotten = forgottenClosers(this.#closers, closer);
    if (forgotten === null) return this.#broken("a closer does not fit what is open");
    for (let count = 0; count < forgotten; count += 1) {
      // repair: close_braces
      this.#replace(this.#at, this.#at, this.#closers.pop()!);
      this.#keys.pop();
      this.#rungs.add("close_braces");
      this.#closedMismatch = true;
    }
    this.#closers.pop();
    this.#keys.pop();
    this.#at += 1;
    this.#afterValue("}");
    return null;
  }

  /** Takes out the comma that stands before a closer. */
  #dropComma(): void {
    const at = this.#commaAt;
    this.#commaAt = -1;
    // repair: trailing_comma
    if (at >= this.#from) this.#replace(at, at + 1, "");
    else dropComma(this.#parts, this.#commaIndex);
  }

  #key(character: string): Scan | null {
    if (isQuote(character)) return this.#string("key");
    const end = afterBareKey(this.#text, this.#at);
    if (end === this.#at) return this.#broken("a key is missing");
    const name = this.#text.slice(this.#at, end);
    if (end >= this.#text.length) return { kind: "cut", open: "key", rungs: this.#rungs };
    // repair: quotes
    this.#rungs.add("quotes");
    const json = JSON.stringify(name);
    this.#noteKey(json);
    this.#replace(this.#at, end, json);
    this.#at = end;
    this.#commaAt = -1;
    this.#expect = "colon";
    return null;
  }

  #value(character: string): Scan | null {
    if (character === "{" || character === "[") return this.#open(character);
    if (isQuote(character)) return this.#string("string");
    if ((character >= "0" && character <= "9") || character === "-" || character === "+" || character === ".")
      return this.#number();
    return this.#word();
  }

  #open(character: string): Scan | null {
    if (this.#closers.length >= this.#options.maxDepth)
      return this.#broken(`the document is nested deeper than ${this.#options.maxDepth} levels`);
    this.#closers.push(character === "{" ? "}" : "]");
    this.#keys.push(character === "{" ? new Set() : null);
    this.#at += 1;
    this.#commaAt = -1;
    this.#expect = character === "{" ? "key_or_close" : "value_or_close";
    return null;
  }

  #string(part: "key" | "string"): Scan | null {
    const read = this.#readString();
    if (read.kind === "cut") return { kind: "cut", open: part, rungs: this.#rungs };
    if (read.kind === "broken") return { kind: "broken", offset: read.offset, reason: read.reason };
    for (const rung of read.rungs) this.#rungs.add(rung);
    if (part === "key") this.#noteKey(read.json);
    if (read.rungs.length > 0) this.#replace(this.#at, read.end, read.json);
    this.#at = read.end;
    this.#commaAt = -1;
    if (part === "key") this.#expect = "colon";
    else this.#afterValue('"');
    return null;
  }

  /** A straight quote closed by a curly one is tried where the straight reading is none, or where the document has shown the habit. */
  #readString(): StringRead {
    const plain = readString(this.#text, this.#at);
    if (plain.kind === "string" && isDelimiter(this.#text.charCodeAt(plain.end))) return plain;
    const fails =
      plain.kind === "string"
        ? !closesHere(this.#text, plain.end) && !this.#atLineEnd(plain.end)
        : plain.kind === "cut" && this.#mixedQuotes;
    if (!fails) return plain;
    const mixed = readMixedString(this.#text, this.#at);
    if (mixed === null) return plain;
    this.#mixedQuotes = true;
    return mixed;
  }

  #atLineEnd(at: number): boolean {
    return /^[ \t]*\r?\n/.test(this.#text.slice(at, at + 80));
  }

  #number(): Scan | null {
    let end = this.#at;
    while (end < this.#text.length && belongsToNumber(this.#text.charCodeAt(end))) end += 1;
    // A comment may follow flush.
    const raw = this.#text.slice(this.#at, end);
    const token = raw.replace(/\/[/*].*$/, "");
    const read = numberOf(token, this.#at + token.length >= this.#text.length);
    if (read === "cut") return { kind: "cut", open: "number", rungs: this.#rungs };
    if (read === null) return this.#broken("a number is in no form that is read in one way only");
    if (read.repaired) {
      this.#rungs.add("number_forms");
      this.#replace(this.#at, this.#at + token.length, read.json);
    }
    if (isUnsafeInteger(read.json))
      this.#warnings.push({ code: "unsafe_integer", offset: this.#at, token: read.json.slice(0, 80) });
    this.#at += token.length;
    this.#afterValue("0");
    return null;
  }

  #word(): Scan | null {
    const end = afterBareKey(this.#text, this.#at);
    if (end === this.#at) return this.#broken("a value is missing");
    const read = literalOf(this.#text.slice(this.#at, end), end >= this.#text.length);
    if (read === "cut") return { kind: "cut", open: "literal", rungs: this.#rungs };
    if (read === null) return this.#broken("a bare word is no value");
    // repair: python_bools
    if (read.repaired) {
      this.#rungs.add("python_bools");
      this.#replace(this.#at, end, read.json);
    }
    this.#at = end;
    this.#afterValue("t");
    return null;
  }

  #afterValue(previous: string): void {
    this.#previous = previous;
    this.#commaAt = -1;
    this.#expect = "comma_or_close";
  }

  #noteKey(name: string): void {
    const keys = this.#keys.at(-1);
    if (keys === null || keys === undefined) return;
    if (keys.has(name))
      this.#warnings.push({ code: "duplicate_key", offset: this.#at, token: name.slice(1, -1).slice(0, 80) });
    keys.add(name);
  }
}

/** Digits, and what people put among them: letters, `-+._%/:`. */
function belongsToNumber(code: number): boolean {
  return (
    (code >= 0x2d && code <= 0x3a) ||
    code === 0x2b ||
    code === 0x25 ||
    code === 0x5f ||
    code === 0xb0 ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a)
  );
}

function isDelimiter(code: number): boolean {
  return code === 0x2c || code === 0x3a || code === 0x7d || code === 0x5d;
}

import { isUnsafe } from "./exact-number.ts";
import { Layout } from "./layout.ts";
import { OpenKeys } from "./open-keys.ts";
import type { OpenPart } from "./repair-result.ts";
import { forgottenClosers } from "./rungs/close-braces.ts";
import { afterComment, mayEndString, mayHoldItems } from "./rungs/comments.ts";
import { isForeignBlank } from "./rungs/control-chars.ts";
import { isMissingComma } from "./rungs/missing-comma.ts";
import { numberEnd, numberOf } from "./rungs/number-forms.ts";
import { literalOf } from "./rungs/python-bools.ts";
import { afterBareKey, isQuote, readValueString } from "./rungs/quotes.ts";
import { dropTrailingComma } from "./rungs/trailing-comma.ts";
import { ScanNotes } from "./scan-notes.ts";
import type { ScalarText, Scan, ScanOptions } from "./scan-result.ts";
import { TextWriter } from "./text-writer.ts";

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
  readonly #writer: TextWriter;
  readonly #closers: string[] = [];
  readonly #keys = new OpenKeys();
  readonly #notes = new ScanNotes();
  readonly #layout: Layout;
  #at: number;
  #expect: Expect = "value";
  #lineBreak = false;
  /** The last comment since the last token. */
  #comment = "";
  #previous = "";
  #closedMismatch = false;
  #closerInComment = false;
  #mixedQuotes = false;

  constructor(text: string, start: number, options: ScanOptions) {
    this.#text = text;
    this.#at = start;
    this.#writer = new TextWriter(text, start);
    this.#layout = new Layout(text, start);
    this.#options = options;
  }

  run(): Scan {
    for (;;) {
      const blank = this.#skipBlanks();
      if (blank !== null) return blank;
      const { fence } = this.#options;
      if (this.#at >= this.#text.length || (fence !== null && this.#text.startsWith(fence, this.#at)))
        return this.#atEnd();
      if (this.#lineBreak) this.#layout.lineBegins(this.#at);
      const failure = this.#token();
      if (failure !== null) return failure;
      if (this.#closers.length === 0) return this.#complete(this.#at);
    }
  }

  #complete(end: number): Scan {
    if (this.#notes.rungs.has("close_braces") && (this.#closerInComment || !this.#layout.fits))
      return this.#broken("a closer is missing, and nothing says where");
    return {
      kind: "complete",
      end,
      json: this.#writer.finish(end),
      rungs: this.#notes.rungs,
      warnings: this.#notes.warnings,
      closedMismatch: this.#closedMismatch,
      misaligned: !this.#layout.fits,
    };
  }

  /** White space and comments between tokens. Foreign blanks (no-break, zero-width) are passed over as control_chars. */
  #skipBlanks(): Scan | null {
    const text = this.#text;
    this.#lineBreak = false;
    this.#comment = "";
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d) {
        if (code === 0x0a) this.#lineBreak = true;
        this.#at += 1;
      } else if (isForeignBlank(code)) {
        // repair: control_chars
        this.#notes.add("control_chars");
        this.#writer.replace(this.#at, this.#at + 1, "");
        this.#at += 1;
      } else if (code === 0x2f || code === 0x23) {
        const end = afterComment(text, this.#at);
        if (end === null) return this.#cut("structure");
        if (end === this.#at) return null;
        const failure = this.#passComment(end);
        if (failure !== null) return failure;
      } else return null;
    }
  }

  #passComment(end: number): Scan | null {
    const comment = this.#text.slice(this.#at, end);
    const isAfterString =
      this.#expect === "colon" || (this.#expect === "comma_or_close" && this.#previous === '"');
    if (isAfterString && !this.#lineBreak && mayEndString(comment))
      return this.#broken("a quote in a comment may end the string before it");
    this.#comment += comment;
    if (/[}\]]/.test(comment)) this.#closerInComment = true;
    if (this.#text[this.#at + 1] !== "*") this.#lineBreak = true;
    // repair: comments
    this.#notes.add("comments");
    this.#writer.replace(this.#at, end, " ");
    this.#at = end;
    return null;
  }

  /** The text, or the fence around it, ends inside the document. */
  #atEnd(): Scan {
    const isEnd = this.#at >= this.#text.length;
    if (isEnd && !this.#comment.endsWith("\n") && mayHoldItems(this.#comment))
      return this.#broken("a comment runs to the end of the text, and the document may go on in it");
    if (this.#expect !== "comma_or_close") {
      return isEnd
        ? this.#cut(this.#expect === "colon" ? "key" : "structure")
        : this.#broken("the fence ends inside the document");
    }
    // repair: close_braces
    this.#writer.replace(this.#at, this.#at, this.#closers.reverse().join(""));
    this.#notes.add("close_braces");
    return this.#complete(this.#at);
  }

  #cut(open: OpenPart): Scan {
    return { kind: "cut", open, rungs: this.#notes.rungs };
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
    return null;
  }

  #separator(character: string): Scan | null {
    if (character === ",") {
      this.#writer.noteComma(this.#at);
      this.#at += 1;
      this.#expect = this.#closers.at(-1) === "}" ? "key" : "value";
      return null;
    }
    if (character === "}" || character === "]") return this.#close(character);
    const inObject = this.#closers.at(-1) === "}";
    const [lineBreak, previous, comment] = [this.#lineBreak, this.#previous, this.#comment];
    if (mayHoldItems(comment) || !isMissingComma({ lineBreak, previous, next: character, inObject }))
      return this.#broken("something stands where a comma or a closer belongs");
    // repair: missing_comma
    this.#writer.replace(this.#at, this.#at, ",");
    this.#notes.add("missing_comma");
    this.#expect = inObject ? "key" : "value";
    return inObject ? this.#key(character) : this.#value(character);
  }

  #close(closer: string): Scan | null {
    if (this.#expect === "value" && !this.#writer.hasComma) return this.#broken("a value is missing");
    if (dropTrailingComma(this.#writer)) this.#notes.add("trailing_comma");
    const forgotten = forgottenClosers(this.#closers, closer);
    if (forgotten === null) return this.#broken("a closer does not fit what is open");
    for (let count = 0; count < forgotten; count += 1) {
      // repair: close_braces
      this.#writer.replace(this.#at, this.#at, this.#closers.pop()!);
      this.#keys.leave();
      this.#layout.close(false);
      this.#notes.add("close_braces");
      this.#closedMismatch = true;
    }
    this.#closers.pop();
    this.#keys.leave();
    this.#layout.close(this.#lineBreak);
    this.#at += 1;
    this.#afterValue("}");
    return null;
  }

  #key(character: string): Scan | null {
    if (isQuote(character)) return this.#string("key");
    const end = afterBareKey(this.#text, this.#at);
    if (end === this.#at) return this.#broken("a key is missing");
    const name = this.#text.slice(this.#at, end);
    if (end >= this.#text.length) return this.#cut("key");
    // repair: quotes
    this.#notes.add("quotes");
    const json = JSON.stringify(name);
    this.#noteKey(json);
    this.#writer.replace(this.#at, end, json);
    this.#at = end;
    this.#writer.forgetComma();
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
    this.#keys.enter();
    this.#layout.open();
    this.#at += 1;
    this.#writer.forgetComma();
    this.#expect = character === "{" ? "key_or_close" : "value_or_close";
    return null;
  }

  #string(part: "key" | "string"): Scan | null {
    const read = readValueString(this.#text, this.#at, this.#mixedQuotes);
    if (read.kind === "cut") return this.#cut(part);
    if (read.kind === "broken") return { kind: "broken", offset: read.offset, reason: read.reason };
    for (const rung of read.rungs) this.#notes.add(rung);
    if (read.isMixed === true) this.#mixedQuotes = true;
    if (part === "key") this.#noteKey(read.json);
    if (read.rungs.length > 0) this.#writer.replace(this.#at, read.end, read.json);
    this.#at = read.end;
    this.#writer.forgetComma();
    if (part === "key") this.#expect = "colon";
    else this.#afterValue('"');
    return null;
  }

  #number(): Scan | null {
    const end = numberEnd(this.#text, this.#at);
    const read = numberOf(this.#text.slice(this.#at, end), end >= this.#text.length);
    if (read === "cut") return this.#cut("number");
    if (read === null) return this.#broken("a number is in no form that is read in one way only");
    if (isUnsafe(read.json)) this.#notes.warn("unsafe_integer", this.#at, read.json);
    return this.#scalar(read, end, "number_forms");
  }

  #word(): Scan | null {
    const end = afterBareKey(this.#text, this.#at);
    if (end === this.#at) return this.#broken("a value is missing");
    const read = literalOf(this.#text.slice(this.#at, end), end >= this.#text.length);
    if (read === "cut") return this.#cut("literal");
    if (read === null) return this.#broken("a bare word is no value");
    return this.#scalar(read, end, "python_bools");
  }

  #scalar({ json, repaired }: ScalarText, end: number, rung: "number_forms" | "python_bools"): null {
    if (repaired) {
      this.#notes.add(rung);
      this.#writer.replace(this.#at, end, json);
    }
    this.#at = end;
    this.#afterValue(repaired && rung === "number_forms" ? "." : "0");
    return null;
  }

  #afterValue(previous: string): void {
    this.#previous = previous;
    this.#writer.forgetComma();
    this.#expect = "comma_or_close";
  }

  #noteKey(name: string): void {
    if (this.#keys.note(name)) this.#notes.warn("duplicate_key", this.#at, name.slice(1, -1));
  }
}

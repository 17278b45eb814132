import type { JsonObject, JsonValue } from "../json-value.ts";
import { chooseCandidate } from "./choose-candidate.ts";
import { fitsSchema } from "./fits-schema.ts";
import { OPEN_PART_WORDS, type OpenPart, type RepairResult, type RepairWarning } from "./repair-result.ts";
import { deepest, inOrder, type RepairRung } from "./repair-rung.ts";
import { coerce } from "./rungs/coerce.ts";
import { afterBlanks, beforeBlanks } from "./rungs/control-chars.ts";
import { beforeEndMarkers, beforeNextTurn } from "./rungs/end-markers.ts";
import { findCandidates } from "./rungs/extract.ts";
import { lacksItsCloser, parsed } from "./rungs/none.ts";
import { readString } from "./rungs/quotes.ts";
import { textOf } from "./same-value.ts";
import { scan } from "./scan.ts";
import type { Complete } from "./scan-result.ts";

/** What is known of the text, and how much of it is read. */
export interface RepairOptions {
  /** Chooses between candidates and allows `coerce`. The value that comes back fits it, as far as the subset goes. */
  readonly schema?: JsonObject | undefined;
  /** What the server said: with `length` a document that lacks closers is truncated, since more was to come. */
  readonly finishReason?: string | null | undefined;
  /** Levels of nesting that are read when the text is not JSON as it stands. @default 4000, below what JSON.stringify bears */
  readonly maxDepth?: number;
  /** Characters that are read at most when the text is not JSON as it stands. @default 64 Mi */
  readonly maxLength?: number;
}

const MAX_DEPTH = 4000;
const MAX_LENGTH = 64 * 1024 * 1024;
/** Up to here a text that parses is read once more, for warnings; beyond it JSON.parse alone is what it costs. */
const WARNINGS_UP_TO = 64 * 1024;

/** From what a model wrote to the value it meant; `truncated` or `unrepairable` where that is not one value. Never throws, for any string. */
export function repair(text: string, options: RepairOptions = {}): RepairResult {
  const value = lacksItsCloser(text) ? undefined : parsed(text);
  if (value !== undefined)
    return finished(value, { text, rungs: [], warnings: warningsOf(text, options), offset: 0 }, options);
  if (text.length > (options.maxLength ?? MAX_LENGTH))
    return unrepairable(options.maxLength ?? MAX_LENGTH, "the text is longer than what is read");
  const turn = beforeNextTurn(text);
  if (turn === null) return search(beforeEndMarkers(text), { whole: text, options, beyond: null });
  // The turn ended by itself, so that nothing more was to come.
  const own = search(turn, { whole: text, options: { ...options, finishReason: null }, beyond: null });
  if (own.status === "ok") return own;
  // Inside a string such marks are part of the document; what begins after them is nobody's answer.
  const across = search(beforeEndMarkers(text), { whole: text, options, beyond: turn.length });
  return across.status === "ok" ? across : own;
}

interface Search {
  /** The text that was given, of which a part is read. */
  readonly whole: string;
  readonly options: RepairOptions;
  /** Only a document that stands on both sides of this place counts. */
  readonly beyond: number | null;
}

interface Outcome {
  readonly text: string;
  readonly rungs: readonly RepairRung[];
  readonly warnings: readonly RepairWarning[];
  readonly offset: number;
}

function search(text: string, { whole, options, beyond }: Search): RepairResult {
  const root = rootScalar(text, whole.length);
  if (root === "cut") return truncated(text.length, "string", []);
  if (root !== null) return finished(root.value, { ...root, warnings: [], offset: 0 }, options);
  const found = findCandidates(text, depthOf(options));
  const choice = chooseCandidate(text, found, options.schema);
  if (choice.kind === "cut") return truncated(text.length, choice.open, choice.rungs);
  if (choice.kind === "none") return unrepairable(choice.offset, choice.reason);
  const { start, scan: read } = choice.candidate;
  if (beyond !== null && (start >= beyond || read.end <= beyond))
    return unrepairable(start, "the document stands in another turn");
  return fromCandidate(whole, choice.candidate, { options, hadReasoning: found.hadReasoning });
}

/** More than the cap would overflow those who write the value down. */
function depthOf({ maxDepth = MAX_DEPTH }: RepairOptions): number {
  return Math.min(maxDepth, MAX_DEPTH);
}

function fromCandidate(
  text: string,
  { scan: read, start, fenced }: Complete,
  { options, hadReasoning }: { readonly options: RepairOptions; readonly hadReasoning: boolean },
): RepairResult {
  const value = parsed(read.json);
  // The scanner only lets JSON through; a text that it misread is refused, never guessed at.
  if (value === undefined) return unrepairable(start, "the document cannot be read");
  if (read.warnings.some(isEndless))
    return unrepairable(start, "a number is larger than a JSON number can be read");
  if (read.rungs.has("close_braces") && options.finishReason === "length")
    return truncated(text.length, "structure", [...read.rungs]);
  const rungs = new Set<RepairRung>(read.rungs);
  const around = text.slice(0, start) + text.slice(read.end);
  if (fenced) rungs.add("fence");
  else if (hadReasoning || /[^ \t\r\n]/.test(around)) rungs.add("extract");
  return finished(
    value,
    { text: read.json, rungs: [...rungs], warnings: read.warnings, offset: start },
    options,
  );
}

function isEndless({ code, token }: RepairWarning): boolean {
  return code === "unsafe_integer" && !Number.isFinite(Number(token));
}

/** A text that is a scalar alone, among blanks that JSON does not know; a string also with what is mended inside strings. At the length that JSON.parse refused already it is not asked again. */
function rootScalar(
  whole: string,
  lengthRefused: number,
):
  | { readonly value: JsonValue; readonly text: string; readonly rungs: readonly RepairRung[] }
  | "cut"
  | null {
  const text = whole.slice(afterBlanks(whole, 0), beforeBlanks(whole));
  if (text[0] === "{" || text[0] === "[") return null;
  const value = text.length === lengthRefused ? undefined : parsed(text);
  if (value !== undefined) return { value, text, rungs: ["extract"] };
  if (text[0] !== '"') return null;
  const read = readString(text, 0);
  if (read.kind === "cut") return "cut";
  const mended = read.kind === "string" && read.end === text.length ? parsed(read.json) : undefined;
  return read.kind !== "string" || mended === undefined
    ? null
    : { value: mended, text: read.json, rungs: read.rungs };
}

/** The value as it is, or coerced for the schema. */
function finished(
  value: JsonValue,
  { text, rungs, warnings, offset }: Outcome,
  { schema }: RepairOptions,
): RepairResult {
  const ok = (made: JsonValue, json: string, applied: readonly RepairRung[]): RepairResult => ({
    status: "ok",
    value: made,
    text: json,
    rung: deepest(applied),
    applied: applied.length === 0 ? ["none"] : inOrder(applied),
    offset: null,
    reason: null,
    open: null,
    warnings,
  });
  if (schema === undefined || fitsSchema(value, schema)) return ok(value, text, rungs);
  const coerced = coerce(value, schema);
  if (coerced === undefined)
    return {
      ...unrepairable(offset, "the document does not fit the schema, and no single reading of it does"),
      warnings,
    };
  const json = textOf(coerced.value);
  return json === null
    ? unrepairable(offset, "the document is nested too deep to be written")
    : ok(coerced.value, json, [...rungs, "coerce"]);
}

function warningsOf(text: string, options: RepairOptions): readonly RepairWarning[] {
  if (text.length > WARNINGS_UP_TO) return [];
  const start = text.search(/[^ \t\r\n]/);
  if (text[start] !== "{" && text[start] !== "[") return [];
  const read = scan(text, start, { maxDepth: depthOf(options), fence: null });
  return read.kind === "complete" ? read.warnings : [];
}

function truncated(offset: number, open: OpenPart, rungs: readonly RepairRung[]): RepairResult {
  return {
    status: "truncated",
    value: null,
    text: null,
    rung: null,
    applied: inOrder(rungs),
    offset,
    reason: `the document is cut off inside ${OPEN_PART_WORDS[open]}`,
    open,
    warnings: [],
  };
}

function unrepairable(offset: number, reason: string): Extract<RepairResult, { status: "unrepairable" }> {
  return {
    status: "unrepairable",
    value: null,
    text: null,
    rung: null,
    applied: [],
    offset,
    reason,
    open: null,
    warnings: [],
  };
}

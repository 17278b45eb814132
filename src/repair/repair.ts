import type { JsonObject, JsonValue } from "../json-value.ts";
import { fitsSchema } from "./fits-schema.ts";
import type { OpenPart, RepairResult, RepairWarning } from "./repair-result.ts";
import { deepest, inOrder, type RepairRung } from "./repair-rung.ts";
import { coerce } from "./rungs/coerce.ts";
import { beforeEndMarkers } from "./rungs/end-markers.ts";
import { type Candidate, findCandidates } from "./rungs/extract.ts";
import { parsed } from "./rungs/none.ts";
import { readString } from "./rungs/quotes.ts";
import { type Scan, scan } from "./scan.ts";

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
  const value = parsed(text);
  if (value !== undefined)
    return finished(value, { text, rungs: [], warnings: warningsOf(text, options), offset: 0 }, options);
  if (text.length > (options.maxLength ?? MAX_LENGTH))
    return unrepairable(options.maxLength ?? MAX_LENGTH, "the text is longer than what is read");
  return search(text, options);
}

interface Outcome {
  readonly text: string;
  readonly rungs: readonly RepairRung[];
  readonly warnings: readonly RepairWarning[];
  readonly offset: number;
}

type Complete = Candidate & { readonly scan: Extract<Scan, { kind: "complete" }> };

function search(whole: string, options: RepairOptions): RepairResult {
  const text = beforeEndMarkers(whole);
  const root = rootString(text);
  if (root !== null)
    return root === "cut" ? truncated(text.length, "string", []) : finishedFrom(root, options, ["quotes"]);
  const { candidates, openReasoning, hadReasoning } = findCandidates(text, options.maxDepth ?? MAX_DEPTH);
  const pool = chosenPool(candidates);
  const cut = pool.find((each) => each.scan.kind === "cut");
  if (cut?.scan.kind === "cut") return truncated(text.length, cut.scan.open, [...cut.scan.rungs]);
  if (openReasoning && pool.length === 0) return truncated(text.length, "reasoning", []);
  const broken = pool.find((each) => each.scan.kind === "broken");
  if (broken?.scan.kind === "broken") return unrepairable(broken.scan.offset, broken.scan.reason);
  const complete = pool as readonly Complete[];
  if (complete.length === 0) return unrepairable(0, "there is no JSON document in the text");
  if (openReasoning) return truncated(text.length, "reasoning", []);
  const stray = strayKey(text, complete.at(-1)!);
  if (stray !== null) return stray;
  const chosen = choose(complete, options);
  if (chosen === null)
    return unrepairable(
      complete[1]!.start,
      "several documents in the text differ, and nothing says which is meant",
    );
  return fromCandidate(whole, chosen, { options, hadReasoning });
}

/** Fenced documents where there are any; else what is not weak; else the weak ones. */
function chosenPool(candidates: readonly Candidate[]): readonly Candidate[] {
  const fenced = candidates.filter((each) => each.fenced);
  if (fenced.length > 0) return fenced;
  const strong = candidates.filter((each) => !each.weak);
  return strong.length > 0 ? strong : candidates;
}

/** The only one, one of several that are the same, or the only one that the schema takes. */
function choose(complete: readonly Complete[], { schema }: RepairOptions): Complete | null {
  const different = new Map(complete.map((each) => [canonical(each.scan.json), each]));
  if (different.size === 1) return complete[0]!;
  if (schema === undefined) return null;
  const fitting = [...different.values()].filter((each) => {
    const value = parsed(each.scan.json);
    return value !== undefined && fitsSchema(value, schema);
  });
  return fitting.length === 1 ? fitting[0]! : null;
}

function canonical(json: string): string {
  const value = parsed(json);
  return value === undefined ? json : JSON.stringify(value);
}

/** Text after the document that belongs to it (`{"a":1},"b":2}`): what was meant is not what was read. */
function strayKey(text: string, { scan: { end, closedMismatch } }: Complete): RepairResult | null {
  const rest = text.slice(end, end + 400);
  const after = /^[\s}\]]*,?\s*/.exec(rest)![0];
  if (/^["'][^"'\n]{1,200}["']\s*:/.test(rest.slice(after.length)))
    return unrepairable(end, "a key stands after the end of the document");
  // A closer was forgotten inside and one is left over outside: the two readings differ.
  return closedMismatch && /^\s*[}\]]/.test(rest)
    ? unrepairable(end, "the closers do not fit what was opened")
    : null;
}

function fromCandidate(
  text: string,
  { scan: read, start, fenced }: Complete,
  { options, hadReasoning }: { readonly options: RepairOptions; readonly hadReasoning: boolean },
): RepairResult {
  const value = parsed(read.json);
  // The scanner only lets JSON through; a text that it misread is refused, never guessed at.
  if (value === undefined) return unrepairable(start, "the document cannot be read");
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

/** A text that is a string alone, in quotes that JSON does not know, or cut off. */
function rootString(text: string): { readonly json: string } | "cut" | null {
  const start = /^[\s\uFEFF]*/.exec(text)![0].length;
  if (text[start] !== '"') return null;
  const read = readString(text, start);
  if (read.kind === "cut") return "cut";
  return read.kind === "string" && text.slice(read.end).trim() === "" ? { json: read.json } : null;
}

function finishedFrom(
  { json }: { readonly json: string },
  options: RepairOptions,
  fallback: readonly RepairRung[],
): RepairResult {
  const value = parsed(json);
  if (value === undefined) return unrepairable(0, "the text cannot be read");
  const read = readString(json, 0);
  const rungs: readonly RepairRung[] =
    read.kind === "string" && read.rungs.length > 0 ? read.rungs : fallback;
  return finished(
    value,
    { text: json, rungs: rungs.length > 0 ? ["control_chars"] : rungs, warnings: [], offset: 0 },
    options,
  );
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
  return ok(coerced.value, JSON.stringify(coerced.value), [...rungs, "coerce"]);
}

function warningsOf(text: string, { maxDepth = MAX_DEPTH }: RepairOptions): readonly RepairWarning[] {
  if (text.length > WARNINGS_UP_TO) return [];
  const start = text.search(/[^ \t\r\n]/);
  if (text[start] !== "{" && text[start] !== "[") return [];
  const read = scan(text, start, { maxDepth, fenced: false });
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
    reason: `the document is cut off inside ${open === "structure" ? "a container" : `a ${open}`}`,
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

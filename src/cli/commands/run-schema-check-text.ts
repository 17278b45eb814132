import type { JsonValue } from "../../json-value.ts";
import type { Issue, IssueCode } from "../../schema/issue.ts";
import { plainText } from "../render/plain-text.ts";
import type { Style } from "../render/style.ts";
import { wrap } from "../render/wrap.ts";
import type { CheckReport, GrammarVerdict } from "./run-schema-check-report.ts";

export interface CheckTextOptions {
  /** The contract or file that the document was checked against. */
  readonly source: string;
  readonly style: Style;
  readonly columns: number;
}

const MAX_SHOWN = 30;

const WORDS: Readonly<Record<IssueCode, (expected: string, got: string) => string>> = {
  wrong_type: (expected, got) => `wrong type: ${got} where ${expected} belongs`,
  missing_property: (expected) => `missing: ${expected} belongs here`,
  unknown_property: (expected, got) => `unknown property ${got}; known here: ${expected}`,
  not_in_enum: (expected, got) => `${got} is none of: ${expected}`,
  too_short: (expected, got) => `${got} characters, at least ${expected} wanted`,
  too_long: (expected, got) => `${got} characters, at most ${expected} wanted`,
  too_few_items: (expected, got) => `${got} items, at least ${expected} wanted`,
  too_many_items: (expected, got) => `${got} items, at most ${expected} wanted`,
  too_small: (expected, got) => `${got} is below ${expected}`,
  too_large: (expected, got) => `${got} is above ${expected}`,
  not_valid: (expected, got) => `${got} does not satisfy ${expected}`,
  not_checkable: (expected) => `could not be checked: there was not ${expected}`,
};

export function checkText(report: CheckReport, { source, style, columns }: CheckTextOptions): string {
  const width = Math.max(60, Math.min(columns, 100));
  const head = report.valid
    ? `${style.green("valid")}    ${report.document} fits ${source}`
    : `${style.red.bold("invalid")}  ${report.document} does not fit ${source}`;
  const shown = report.issues.slice(0, MAX_SHOWN);
  const hidden = report.issues.length - shown.length;
  const lines = [
    head,
    ...shown.flatMap((issue) => issueLines(issue, style, width)),
    ...(hidden > 0 ? [`  and ${hidden} more (--json lists them)`] : []),
    ...grammarLines(report.grammar, { style, width, fits: report.issues.length === 0 }),
  ];
  return `${lines.join("\n")}\n`;
}

function issueLines({ code, pointer, expected, got }: Issue, style: Style, width: number): string[] {
  const text = plainText(
    WORDS[code](wordOf(expected), typeof got === "string" ? JSON.stringify(got) : wordOf(got)),
  );
  return [`  ${style.bold(placeText(pointer))}`, ...wrap(text, width - 4).map((line) => `    ${line}`)];
}

function wordOf(value: JsonValue): string {
  if (Array.isArray(value)) return value.map((item) => wordOf(item as JsonValue)).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A pointer as a report shows it; the root's is empty. */
export function placeText(pointer: string): string {
  if (pointer === "") return "(root)";
  const text = plainText(pointer);
  return text.length > 160 ? `${text.slice(0, 80)}…${text.slice(-79)}` : text;
}

function grammarLines(
  { accepted, line, column, reason, error }: GrammarVerdict,
  { style, width, fits }: { readonly style: Style; readonly width: number; readonly fits: boolean },
): string[] {
  const show = (text: string): string[] =>
    wrap(plainText(text), width - 9).map((each, index) =>
      style.dim(`${index === 0 ? "grammar  " : "         "}${each}`),
    );
  if (error !== null) return show(`there is none for this schema: ${error.message.slice(0, 400)}`);
  if (accepted === true) {
    return show(
      fits ? "accepts the text as it stands" : "accepts the text: it is looser than the schema here",
    );
  }
  const place = `refuses the text at line ${line}, column ${column}`;
  if (reason === null) return show(place);
  const at = reason.pointer === "" ? "" : ` (${placeText(reason.pointer)})`;
  return show(`${place}${at}. ${reason.message}`);
}

import type { CheckStatus } from "../../health/check.ts";
import type { DoctorReport, EvidenceReport, FindingReport } from "../../health/doctor-report.ts";
import { plainText } from "./plain-text.ts";
import type { Style } from "./style.ts";
import { wrap, wrapAdvice } from "./wrap.ts";

export interface DoctorTextOptions {
  readonly style: Style;
  readonly columns: number;
  /** Shows every wire form, skipped ones too. */
  readonly all: boolean;
}

const STATUS_WIDTH = 6;
const TITLE_WIDTH = 12;
const INDENT = " ".repeat(2 + STATUS_WIDTH + TITLE_WIDTH);

/** Doctor's report for a person: words beside colours, at most `columns` wide, plain when the style has no colour. */
export function doctorText(report: DoctorReport, options: DoctorTextOptions): string {
  const columns = Math.max(60, Math.min(options.columns, 100));
  const { style } = options;
  const lines = [
    `${style.bold("slmcode doctor")} ${report.tool.version}`,
    "",
    ...Object.entries(report.checks).flatMap(([id, check]) => [
      ...checkLines(check, style, columns),
      ...report.findings
        .filter((each) => each.check === id)
        .flatMap((each) => findingLines(each, style, columns)),
    ]),
    "",
    ...structuredLines(report, options, columns),
    ...closingLines(report, style, columns),
  ];
  return `${lines.join("\n")}\n`;
}

function checkLines(check: DoctorReport["checks"][string], style: Style, columns: number): string[] {
  const [first, ...rest] = wrap(plainText(check.summary), columns - INDENT.length);
  const status = statusWord(check.status, style);
  return [`  ${status}${check.title.padEnd(TITLE_WIDTH)}${first}`, ...rest.map((line) => INDENT + line)];
}

function statusWord(status: CheckStatus, style: Style): string {
  const word = (status === "fail" ? "FAIL" : status === "unknown" ? "?" : status).padEnd(STATUS_WIDTH);
  if (status === "ok") return style.green(word);
  if (status === "warn") return style.yellow(word);
  return status === "fail" ? style.red.bold(word) : style.dim(word);
}

function findingLines({ severity, summary, advice }: FindingReport, style: Style, columns: number): string[] {
  const mark =
    severity === "fail" ? style.red("!") : severity === "warn" ? style.yellow("!") : style.dim("-");
  const width = columns - INDENT.length - 2;
  const what = wrap(plainText(summary), width);
  const next = advice === null ? [] : wrapAdvice(plainText(advice), width - 2);
  return [
    ...what.map((line, index) => `${INDENT}${index === 0 ? mark : " "} ${line}`),
    ...next.map((line, index) => `${INDENT}  ${style.cyan(index === 0 ? "> " : "  ")}${line}`),
  ];
}

function structuredLines(report: DoctorReport, { style, all }: DoctorTextOptions, columns: number): string[] {
  const { connection, evidence } = report;
  if (evidence.length === 0) return [];
  const shown = evidence.filter((each) => all || each.verdict !== "skipped");
  const hidden = evidence.length - shown.length;
  const lines = [
    style.bold(`Structured decoding: asked ${connection.mode}, got ${connection.rung}`),
    ...wrap(plainText(connection.reason), columns - 2).map((line) => `  ${line}`),
    "",
    ...shown.flatMap((each) =>
      evidenceLines(
        each,
        each.wire_form === connection.wire_form && connection.rung !== "prompt_only",
        style,
        columns,
      ),
    ),
  ];
  if (hidden > 0) lines.push(style.dim(`  ${hidden} more forms were not tried (--all tries them)`));
  if (report.conditions !== null) lines.push(style.dim(`  holds for: ${conditionsText(report.conditions)}`));
  return [...lines, ""];
}

function evidenceLines(each: EvidenceReport, inUse: boolean, style: Style, columns: number): string[] {
  const effect = each.weaker_effect === null ? "" : ` (${each.weaker_effect})`;
  const time = each.duration_ms === null ? "" : `  ${each.duration_ms} ms`;
  const mark = inUse ? style.green("  <- in use") : "";
  const words = each.server_message === null ? each.reason : `${each.reason}: "${each.server_message}"`;
  return [
    `  ${each.rung.padEnd(13)}${each.wire_form.padEnd(27)}${verdictWord(each.verdict, style)}${effect}${style.dim(time)}${mark}`,
    ...wrap(plainText(words), columns - 6).map((line) => style.dim(`      ${line}`)),
  ];
}

function verdictWord(verdict: string, style: Style): string {
  if (verdict === "enforced") return style.green(verdict);
  if (verdict === "misrouted" || verdict === "inconclusive" || verdict === "stalled")
    return style.yellow(verdict);
  return verdict === "crashed" ? style.red(verdict) : verdict === "skipped" ? style.dim(verdict) : verdict;
}

function conditionsText({
  thinking,
  cap_field,
  stream,
  temperature,
}: NonNullable<DoctorReport["conditions"]>): string {
  return `thinking=${thinking}, ${cap_field}, stream=${stream ? "on" : "off"}${temperature ? "" : ", no temperature"}, no tools`;
}

function closingLines(
  { findings, cost, exit_code, connection, complete }: DoctorReport,
  style: Style,
  columns: number,
): string[] {
  const count = (severity: string): number => findings.filter((each) => each.severity === severity).length;
  const spent = connection.from_cache
    ? `nothing sent: from cache, measured ${ageText(connection.age_ms)} ago (--refresh measures again)`
    : `${plural(cost.requests, "request")}, ${cost.prompt_tokens} + ${cost.completion_tokens} tokens, ${(cost.duration_ms / 1000).toFixed(1)} s`;
  const lines = wrap(
    `${plural(count("fail"), "failure")}, ${plural(count("warn"), "warning")}; ${spent}; exit ${exit_code}`,
    columns,
  );
  if (!complete) lines.unshift("Interrupted: this report is partial.");
  const telling = findings.find((each) => each.severity !== "info") ?? findings[0];
  if (telling !== undefined) lines.push(style.dim(`explain one: slmcode doctor --explain ${telling.code}`));
  return lines;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `12 s`, `5 min`, `3 h`, `2 d`. */
export function ageText(ageMs: number | null): string {
  if (ageMs === null) return "some time";
  const seconds = Math.max(0, Math.round(ageMs / 1000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}

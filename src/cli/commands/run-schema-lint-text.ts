import type { TargetJudgement } from "../../schema/judge-targets.ts";
import type { LintAdvice, LintFinding } from "../../schema/lint-finding.ts";
import { TARGETS } from "../../schema/targets.ts";
import { plainText } from "../render/plain-text.ts";
import type { Style } from "../render/style.ts";
import { wrap } from "../render/wrap.ts";
import { placeText } from "./run-schema-check-text.ts";

export interface LintReport {
  readonly schema: string;
  readonly findings: readonly LintFinding[];
  readonly advice: readonly LintAdvice[];
  readonly targets: readonly TargetJudgement[];
}

interface TextOptions {
  readonly style: Style;
  readonly columns: number;
}

const MAX_SHOWN = 30;
const MAX_REASONS = 4;
const TITLE_WIDTH = 27;
const EFFECT_WIDTH = 10;

export function lintText(report: LintReport, { style, columns }: TextOptions): string {
  const width = Math.max(60, Math.min(columns, 100));
  const { schema, findings, advice, targets } = report;
  const head =
    findings.length === 0
      ? `${style.green("clean")}  ${schema} is within the subset`
      : `${style.red.bold(plural(findings.length, "finding"))}  ${schema} is outside of the subset`;
  const lines = [
    head,
    ...remarkLines(findings, { style, width, lead: "breaks on" }),
    ...(advice.length > 0 ? ["", style.bold("Worth knowing")] : []),
    ...remarkLines(advice, { style, width, lead: "matters to" }),
    "",
    style.bold("What each would do with it"),
    ...targetRows(targets).flatMap((row) => rowLines(row, { style, width })),
  ];
  return `${lines.join("\n")}\n`;
}

function remarkLines(
  remarks: readonly (LintFinding | LintAdvice)[],
  { style, width, lead }: { readonly style: Style; readonly width: number; readonly lead: string },
): string[] {
  const shown = remarks.slice(0, MAX_SHOWN);
  const lines = shown.flatMap(({ code, pointer, message, targets }) => [
    `  ${style.bold(placeText(pointer))}  ${style.dim(code)}`,
    ...wrap(plainText(message), width - 4).map((line) => `    ${line}`),
    ...(targets.length === 0 ? [] : wrap(`${lead}: ${titlesOf(targets)}`, width - 4)).map((line) =>
      style.dim(`    ${line}`),
    ),
  ]);
  const hidden = remarks.length - shown.length;
  return hidden > 0 ? [...lines, `  and ${hidden} more (--json lists them)`] : lines;
}

function titlesOf(ids: LintFinding["targets"]): string {
  if (ids.length === TARGETS.length) return "everything";
  return TARGETS.filter(({ id }) => ids.includes(id))
    .map(({ title }) => title)
    .join(", ");
}

interface TargetRow {
  readonly titles: readonly string[];
  readonly effect: TargetJudgement["effect"];
  readonly lines: readonly string[];
}

/** Targets that would do the same for the same reasons stand in one row. */
function targetRows(targets: readonly TargetJudgement[]): readonly TargetRow[] {
  const rows = new Map<string, TargetRow>();
  for (const { title, effect, reasons } of targets) {
    const shown = reasons.slice(0, MAX_REASONS).map((reason) => {
      const more = reason.places > 1 ? ` and ${reason.places - 1} more` : "";
      return `${reason.code} at ${placeText(reason.pointer)}${more}`;
    });
    if (reasons.length > MAX_REASONS) shown.push(`${reasons.length - MAX_REASONS} more reasons (--json)`);
    const lines =
      shown.length > 0 ? shown : [effect === "unknown" ? "nothing known against it" : "all of it"];
    const key = [effect, ...lines].join("\n");
    rows.set(key, { titles: [...(rows.get(key)?.titles ?? []), title], effect, lines });
  }
  return [...rows.values()];
}

function rowLines(
  { titles, effect, lines }: TargetRow,
  { style, width }: { readonly style: Style; readonly width: number },
): string[] {
  const word = { enforced: "enforces", partial: "in part", refused: "refuses", unknown: "?" }[effect];
  const colour = { enforced: style.green, partial: style.yellow, refused: style.red, unknown: style.dim }[
    effect
  ];
  const right = lines.flatMap((line) => wrap(line, width - 2 - TITLE_WIDTH - EFFECT_WIDTH));
  return Array.from({ length: Math.max(titles.length, right.length) }, (_, index) => {
    const title = (titles[index] ?? "").padEnd(TITLE_WIDTH);
    const effectText = index === 0 ? colour(word.padEnd(EFFECT_WIDTH)) : " ".repeat(EFFECT_WIDTH);
    return `  ${title}${effectText}${right[index] ?? ""}`.trimEnd();
  });
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

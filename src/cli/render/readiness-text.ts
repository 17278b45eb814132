import type { ReadinessReport, RuleReport } from "../../health/readiness-report.ts";
import { overriddenText } from "./overridden-text.ts";
import { plainText } from "./plain-text.ts";
import type { Style } from "./style.ts";
import { wrap, wrapAdvice } from "./wrap.ts";

export interface ReadinessTextOptions {
  readonly style: Style;
  readonly columns: number;
  readonly diff: string | null;
}

/** The score, what costs points and what to do about it; rules that pass are one line. */
export function readinessText(
  report: ReadinessReport,
  { style, columns, diff }: ReadinessTextOptions,
): string {
  const width = Math.max(60, Math.min(columns, 100));
  const { score, grade, coverage, measured_rules, total_rules, capped_by, connection, fix } = report;
  const tint = score >= 75 ? style.green : score >= 50 ? style.yellow : style.red;
  const lines = [
    `${style.bold("Readiness")} ${tint.bold(`${score}/100`)} ${grade}   ${measured_rules} of ${total_rules} rules measurable (coverage ${Math.round(coverage * 100)} %), ruleset ${report.ruleset}`,
    plainText(`${connection.model ?? "no model"} at ${connection.endpoint ?? "no endpoint"}`),
    ...(capped_by === null ? [] : [style.red(`Capped at 49 by ${capped_by}: nothing else makes up for it.`)]),
    "",
    ...Object.entries(report.rules).flatMap(([id, rule]) =>
      ruleLines({ id, rule, reached: connection.state !== "unreachable" }, style, width),
    ),
    "",
  ];
  if (fix === null) {
    lines.push(fixHint(report));
  } else {
    const what = {
      dry_run: "Nothing was written. This is what --fix would change",
      applied: "Changed",
      nothing_to_do: "There was nothing to mend",
    }[fix.mode];
    lines.push(
      `${what} in ${plainText(fix.file)}${fix.backup === null ? "" : ` (undo: slmcode config restore ${fix.backup})`}`,
    );
    const paint: Readonly<Record<string, (text: string) => string>> = { "+": style.green, "-": style.red };
    for (const line of (diff ?? "").split("\n").filter((each) => each !== ""))
      lines.push((paint[line[0] ?? ""] ?? style.dim)(`  ${plainText(line)}`));
    lines.push(...overriddenLines(fix).flatMap((line) => wrapAdvice(plainText(line), width)));
  }
  return `${lines.join("\n")}\n`;
}

/** Changes that the user's file cannot make here. */
function overriddenLines({ changes, mode }: NonNullable<ReadinessReport["fix"]>): string[] {
  return changes.flatMap((change) => {
    const { key, overridden_by: source } = change;
    if (source === null) return [];
    const still = `${mode === "dry_run" ? "would still be" : "is still"} ${JSON.stringify(source.value)} here`;
    return [`Not mended: ${key} ${still}. ${sentence(overriddenText(change, source))}`];
  });
}

function sentence(text: string): string {
  return text.startsWith("the ") ? `The ${text.slice(4)}` : text;
}

/** A score that a gate caps stays where it is, whatever else is mended. */
function fixHint({ rules, score, reachable_by_fix }: ReadinessReport): string {
  const fixable = Object.values(rules).some(
    ({ status, remedy }) =>
      (status === "warn" || status === "fail") && remedy?.kind === "client" && remedy.overridden_by === null,
  );
  if (!fixable) return "There is nothing that --fix could mend.";
  const effect =
    reachable_by_fix > score ? `--fix would reach ${reachable_by_fix}` : "--fix would mend what is ours";
  return `${effect}. See it first: slmcode readiness --fix --dry-run`;
}

/** What a bare number counts. */
const UNITS: Readonly<Record<string, string>> = {
  "context.window": "tokens",
  "output.cap_size": "tokens",
  "sampling.stop": "stop sequences",
  "timeouts.first_byte": "ms",
  "timeouts.total": "ms",
  "slots.concurrency": "at once",
};

interface RuleSeen {
  readonly id: string;
  readonly rule: RuleReport;
  /** Something answered. */
  readonly reached: boolean;
}

function seenText({ id, rule, reached }: RuleSeen): string {
  if (rule.status === "unknown") {
    if (!reached) return "needs an endpoint that answers";
    return rule.basis === "probe" ? "needs a plain request that is answered" : rule.basis;
  }
  const unit = typeof rule.measured === "number" && UNITS[id] !== undefined ? ` ${UNITS[id]}` : "";
  return `${rule.measured ?? "not set"}${unit}${rule.status === "pass" ? "" : `; wanted ${rule.wanted}`}`;
}

function oursText(remedy: Extract<RuleReport["remedy"], { kind: "client" }>): string {
  const ours = `ours: ${remedy.key} = ${JSON.stringify(remedy.to)}`;
  return remedy.overridden_by === null ? ours : `${ours}; ${overriddenText(remedy, remedy.overridden_by)}`;
}

const LOST_WIDTH = 6;
const ID_WIDTH = 25;

function ruleLines(shown: RuleSeen, style: Style, width: number): string[] {
  const { id, rule } = shown;
  const lost =
    rule.earned === null ? "--" : rule.earned === rule.weight ? "" : `-${rule.weight - rule.earned}`;
  const mark =
    rule.status === "pass"
      ? style.green("ok")
      : rule.status === "warn"
        ? style.yellow("!!")
        : rule.status === "fail"
          ? style.red("XX")
          : style.dim("??");
  const indent = " ".repeat(3 + LOST_WIDTH + ID_WIDTH);
  const [first, ...rest] = wrap(plainText(seenText(shown)), width - indent.length);
  const lines = [
    `${mark} ${lost.padStart(LOST_WIDTH - 1)} ${id.padEnd(ID_WIDTH)}${first}`,
    ...rest.map((line) => indent + line),
  ];
  if (rule.status === "pass" || rule.status === "unknown") return lines;
  const remedy =
    rule.remedy === null
      ? rule.why
      : rule.remedy.kind === "client"
        ? oursText(rule.remedy)
        : `server: ${rule.remedy.text}`;
  return [
    ...lines,
    ...wrapAdvice(plainText(remedy), width - indent.length - 2).map((line, index) =>
      style.cyan(`${indent}${index === 0 ? "> " : "  "}${line}`),
    ),
  ];
}

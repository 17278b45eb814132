import type { DoctorReport } from "../../health/doctor-report.ts";
import type { ReportSubject } from "./report-subject.ts";

/** GitHub-flavoured Markdown for a job summary or an issue: a matrix of the endpoints, then each of them. */
export function markdownReport(subjects: readonly ReportSubject[]): string {
  const parts = [...(subjects.length > 1 ? [matrix(subjects)] : []), ...subjects.map(section)];
  return `${parts.join("\n\n")}\n`;
}

function matrix(subjects: readonly ReportSubject[]): string {
  return table(
    ["endpoint", "model", "state", "rung", "wire form", "verdict", "failing", "exit"],
    subjects.map(({ name, connection, rows, exitCode }) => [
      name,
      connection.model ?? "",
      connection.state,
      connection.rung,
      connection.wire_form,
      connection.verdict,
      String(rows.filter((each) => each.failing).length),
      String(exitCode),
    ]),
  );
}

function section(subject: ReportSubject): string {
  const { command, name, headline, rows, report } = subject;
  const notes = rows.flatMap((row) =>
    row.notes.map(
      ({ severity, code, summary, advice }) =>
        `- **${severity}** \`${code}\`: ${escaped(summary)}${advice === null ? "" : `\n  ${escaped(advice)}`}`,
    ),
  );
  return [
    `## slmcode ${command}: ${escaped(name)}`,
    escaped(headline),
    table(
      [command === "doctor" ? "check" : "rule", "status", "seen"],
      rows.map(({ title, status, failing, summary }) => [title, failing ? `**${status}**` : status, summary]),
      1,
    ),
    ...(notes.length === 0 ? [] : [notes.join("\n")]),
    ...("evidence" in report ? evidence(report) : []),
  ].join("\n\n");
}

function evidence({ evidence: all, cost }: DoctorReport): string[] {
  const tried = all.filter((each) => each.verdict !== "skipped");
  if (tried.length === 0) return [];
  return [
    table(
      ["rung", "wire form", "verdict", "why"],
      tried.map(({ rung, wire_form, verdict, reason, server_message }) => [
        rung,
        wire_form,
        verdict,
        server_message === null ? reason : `${reason}: "${server_message}"`,
      ]),
    ),
    `${cost.requests} requests, ${cost.prompt_tokens} + ${cost.completion_tokens} tokens, ${(cost.duration_ms / 1000).toFixed(1)} s`,
  ];
}

/** `rawColumn` holds markup of our own. */
function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  rawColumn: number | null = null,
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(head),
    line(head.map(() => "---")),
    ...rows.map((cells) => line(cells.map((cell, column) => (column === rawColumn ? cell : escaped(cell))))),
  ].join("\n");
}

/** Foreign text as text: no markup, no HTML, no mention, no new line. */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\`*_[\]|~#]/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/@/g, "&#64;");
}

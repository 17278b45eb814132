import type { ReportRow, ReportSubject } from "./report-subject.ts";

/** JUnit XML as Jenkins, GitLab and the GitHub test reporters read it: one suite an endpoint, one case a check. */
export function junitReport(subjects: readonly ReportSubject[]): string {
  const rows = subjects.flatMap((each) => each.rows);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="slmcode" ${totals(rows)}>`,
    ...subjects.flatMap(suite),
    "</testsuites>",
    "",
  ].join("\n");
}

function suite(subject: ReportSubject): string[] {
  const { command, name, connection, rows, generatedAt, durationMs } = subject;
  const properties: readonly (readonly [string, string | null])[] = [
    ["endpoint", connection.endpoint],
    ["model", connection.model],
    ["provider", connection.provider],
    ["rung", connection.rung],
    ["wire_form", connection.wire_form],
    ["verdict", connection.verdict],
  ];
  return [
    `  <testsuite name=${attribute(`slmcode ${command} ${name}`)} ${totals(rows)} timestamp=${attribute(generatedAt.replace(/\.\d+Z$/, ""))} time="${seconds(durationMs)}">`,
    "    <properties>",
    ...properties.map(
      ([key, value]) => `      <property name=${attribute(key)} value=${attribute(value ?? "")}/>`,
    ),
    "    </properties>",
    ...rows.flatMap((row) => testCase(row, `slmcode.${command}.${name}`)),
    "  </testsuite>",
  ];
}

function testCase(row: ReportRow, className: string): string[] {
  const open = `    <testcase classname=${attribute(className)} name=${attribute(row.id)} time="0"`;
  const body = escaped(bodyOf(row));
  if (row.failing) {
    const [worst] = row.notes;
    return [
      `${open}>`,
      `      <failure type=${attribute(worst?.code ?? row.status)} message=${attribute(worst?.summary ?? row.summary)}>${body}</failure>`,
      "    </testcase>",
    ];
  }
  if (row.status === "skip" || row.status === "unknown")
    return [`${open}>`, `      <skipped message=${attribute(row.summary)}/>`, "    </testcase>"];
  return [`${open}>`, `      <system-out>${body}</system-out>`, "    </testcase>"];
}

function bodyOf({ status, summary, notes }: ReportRow): string {
  const lines = notes.map(
    ({ severity, code, summary: words, advice }) =>
      `${severity} ${code}: ${words}${advice === null ? "" : `\n  ${advice}`}`,
  );
  return [`${status}: ${summary}`, ...lines].join("\n");
}

function totals(rows: readonly ReportRow[]): string {
  const failures = rows.filter((each) => each.failing).length;
  const skipped = rows.filter(
    (each) => !each.failing && (each.status === "skip" || each.status === "unknown"),
  ).length;
  return `tests="${rows.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}

function attribute(text: string): string {
  return `"${escaped(text)}"`;
}

/** XML 1.0 section 2.2: lone surrogates, U+FFFE and U+FFFF have no place in a document, not even escaped. */
function escaped(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

import type { Style } from "../render/style.ts";
import type { ReportSubject } from "./report-subject.ts";

export interface MatrixTextOptions {
  readonly style: Style;
  readonly columns: number;
}

const NAME_WIDTH = 26;

/** Several endpoints side by side: one line each, with what fails below it. At most `columns` wide. */
export function matrixText(
  subjects: readonly ReportSubject[],
  { style, columns }: MatrixTextOptions,
): string {
  const width = Math.max(60, Math.min(columns, 100));
  const nameWidth = Math.min(NAME_WIDTH, Math.max(8, ...subjects.map((each) => each.name.length))) + 2;
  const lines = subjects.flatMap((subject) => {
    const { name, connection, rows, exitCode } = subject;
    const notes = rows.flatMap((row) => row.notes);
    const ofSeverity = (severity: string): number =>
      notes.filter((each) => each.severity === severity).length;
    const outcome =
      "score" in subject.report
        ? `${subject.report.score}/100`
        : connection.state === "ok"
          ? `${connection.rung} ${connection.verdict}`
          : connection.state;
    const paint = exitCode === 0 ? style.green : exitCode === 3 ? style.yellow : style.red;
    const failing = rows.filter((each) => each.failing).map((each) => each.title);
    return [
      `  ${clipped(name, nameWidth - 2).padEnd(nameWidth)}${paint(outcome.padEnd(24))}${ofSeverity("fail")} fail, ${ofSeverity("warn")} warn  exit ${exitCode}`.trimEnd(),
      ...(failing.length === 0
        ? []
        : [style.dim(clipped(`${" ".repeat(nameWidth + 2)}failing: ${failing.join(", ")}`, width))]),
    ];
  });
  const [first] = subjects;
  return `${[style.bold(`slmcode ${first?.command ?? "doctor"}: ${subjects.length} endpoints`), "", ...lines].join("\n")}\n`;
}

function clipped(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 3)}...`;
}

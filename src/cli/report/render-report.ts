import { jsonText } from "../render/json-text.ts";
import { githubReport } from "./github-report.ts";
import { junitReport } from "./junit-report.ts";
import { markdownReport } from "./markdown-report.ts";
import { prometheusReport } from "./prometheus-report.ts";
import type { ReportFormat } from "./report-format.ts";
import type { ReportSubject } from "./report-subject.ts";

/** The document for several endpoints: the reports of each by name, and the exit code of all. */
export interface MatrixReport {
  readonly schema: "slmcode.matrix";
  readonly schema_version: "1.0";
  readonly command: "doctor" | "readiness";
  readonly exit_code: number;
  readonly reports: Readonly<Record<string, ReportSubject["report"]>>;
}

export interface RenderOptions {
  readonly format: Exclude<ReportFormat, "text">;
  /** Asked for by `--endpoints`: the JSON is a matrix even for one. */
  readonly several: boolean;
}

/** Every format but text, which depends on the terminal. */
export function renderReport(subjects: readonly ReportSubject[], { format, several }: RenderOptions): string {
  switch (format) {
    case "json":
      return jsonText(several ? matrixReport(subjects) : subjects[0]?.report);
    case "junit":
      return junitReport(subjects);
    case "github":
      return githubReport(subjects);
    case "markdown":
      return markdownReport(subjects);
    case "prometheus":
      return prometheusReport(subjects);
  }
}

function matrixReport(subjects: readonly ReportSubject[]): MatrixReport {
  return {
    schema: "slmcode.matrix",
    schema_version: "1.0",
    command: subjects[0]?.command ?? "doctor",
    exit_code: worstExitCode(subjects.map((each) => each.exitCode)),
    reports: Object.fromEntries(subjects.map(({ name, report }) => [name, report])),
  };
}

/** Interrupted before findings, findings before "could not check", that before all well. */
export function worstExitCode(codes: readonly number[]): number {
  return [130, 2, 1, 3].find((code) => codes.includes(code)) ?? 0;
}

import type { CheckStatus } from "../../health/check.ts";
import type { ConnectionReport } from "../../health/connection.ts";
import type { DoctorReport } from "../../health/doctor-report.ts";
import type { ReadinessReport } from "../../health/readiness-report.ts";
import type { FailOn } from "../../health/report-exit-code.ts";
import { overriddenText } from "../render/overridden-text.ts";
import { plainText } from "../render/plain-text.ts";
import { setCommand } from "../render/set-command.ts";

/** One check or rule, in the terms of every report format. The texts hold no control characters. */
export interface ReportRow {
  readonly id: string;
  readonly title: string;
  readonly status: CheckStatus;
  /** Counts for the exit code of this run. */
  readonly failing: boolean;
  readonly summary: string;
  readonly notes: readonly ReportNote[];
}

export interface ReportNote {
  readonly code: string;
  readonly severity: "fail" | "warn" | "info";
  readonly summary: string;
  readonly advice: string | null;
}

/** What one endpoint contributes to a report. */
export interface ReportSubject {
  readonly command: "doctor" | "readiness";
  /** Its name in the settings, or its URL. */
  readonly name: string;
  readonly connection: ConnectionReport;
  readonly headline: string;
  readonly exitCode: number;
  readonly generatedAt: string;
  readonly durationMs: number;
  readonly rows: readonly ReportRow[];
  readonly report: DoctorReport | ReadinessReport;
}

export interface SubjectOptions {
  readonly name?: string | undefined;
  readonly failOn: FailOn;
}

export function doctorSubject(report: DoctorReport, { name, failOn }: SubjectOptions): ReportSubject {
  const { connection, checks, findings, cost } = report;
  return {
    command: "doctor",
    ...common(report, name),
    headline: plainText(
      connection.state === "ok"
        ? `asked ${connection.mode}, got ${connection.rung} (${connection.verdict}): ${connection.reason}`
        : connection.reason,
    ),
    durationMs: cost.duration_ms,
    rows: Object.entries(checks).map(([id, { title, status, summary }]) => ({
      id,
      title,
      status,
      failing: counts(status, failOn, connection.state),
      summary: plainText(summary),
      notes: findings
        .filter((each) => each.check === id)
        .map(({ code, severity, summary: words, advice }) => ({
          code,
          severity,
          summary: plainText(words),
          advice: advice === null ? null : plainText(advice),
        })),
    })),
  };
}

/** A rule that passes is `ok`; one that does not carries what is wanted and where it is changed. */
export function readinessSubject(report: ReadinessReport, { name, failOn }: SubjectOptions): ReportSubject {
  const { connection, rules, score, grade, coverage } = report;
  return {
    command: "readiness",
    ...common(report, name),
    headline: `${score} of 100 (${grade}), ${Math.round(coverage * 100)}% of the weight could be measured`,
    durationMs: 0,
    rows: Object.entries(rules).map(([id, rule]) => {
      const status = rule.status === "pass" ? "ok" : rule.status;
      const seen = rule.measured === null ? "not known" : String(rule.measured);
      return {
        id,
        title: rule.title,
        status,
        failing: counts(status, failOn, connection.state),
        summary: plainText(`${seen}, wanted ${rule.wanted}`),
        notes:
          status === "ok" || status === "unknown"
            ? []
            : [
                {
                  code: id,
                  severity: status,
                  summary: plainText(`${rule.title}: ${seen}, wanted ${rule.wanted}. ${rule.why}`),
                  advice: adviceOf(rule.remedy),
                },
              ],
      };
    }),
  };
}

function adviceOf(remedy: ReadinessReport["rules"][string]["remedy"]): string | null {
  if (remedy === null) return null;
  if (remedy.kind === "server") return plainText(remedy.text);
  return plainText(
    remedy.overridden_by === null
      ? `${setCommand(remedy.key, remedy.to)} (or: slmcode readiness --fix)`
      : overriddenText(remedy, remedy.overridden_by),
  );
}

function common(
  report: DoctorReport | ReadinessReport,
  name: string | undefined,
): Pick<ReportSubject, "name" | "connection" | "exitCode" | "generatedAt" | "report"> {
  return {
    name: plainText(name ?? report.connection.endpoint ?? "no endpoint"),
    connection: report.connection,
    exitCode: report.exit_code,
    generatedAt: report.generated_at,
    report,
  };
}

/** `never` covers findings, not an endpoint that could not be checked. */
function counts(status: CheckStatus, failOn: FailOn, state: ConnectionReport["state"]): boolean {
  if (status === "fail") return failOn !== "never" || state !== "ok";
  return status === "warn" && failOn === "warn";
}

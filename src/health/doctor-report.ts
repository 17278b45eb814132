import type { Capabilities } from "../backends/capabilities.ts";
import { type CheckStatus, skipped } from "./check.ts";
import { CHECKS } from "./checks/index.ts";
import { type ConnectionReport, connectionReport } from "./connection.ts";
import type { DoctorEvidence } from "./doctor-evidence.ts";
import type { Finding, FindingArgs, Severity } from "./findings/finding.ts";
import { type FindingCode, findingPage, findingText } from "./findings/finding-texts.ts";
import { exitCodeFor, type FailOn } from "./report-exit-code.ts";

export interface EvidenceReport {
  readonly rung: string;
  readonly wire_form: string;
  readonly verdict: string;
  readonly weaker_effect: string | null;
  readonly reason: string;
  readonly server_message: string | null;
  readonly http_status: number | null;
  readonly duration_ms: number | null;
  readonly channel: string | null;
  readonly prompt_tokens_over_baseline: number | null;
}

export interface CheckReport {
  readonly status: CheckStatus;
  readonly title: string;
  readonly summary: string;
  readonly measured: string | number | boolean | null;
  readonly expected: string | null;
  readonly source: string | null;
  readonly findings: readonly FindingCode[];
}

export interface FindingReport {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly check: string;
  readonly summary: string;
  readonly advice: string | null;
  readonly docs: string;
  readonly args: FindingArgs;
}

export interface HistoryReport {
  readonly transient: number;
  readonly rate_limited: number;
  readonly permanent: number;
  readonly context_overflow: number;
  readonly canceled: number;
  readonly unknown: number;
  readonly last: string | null;
}

/** The document that `slmcode doctor --json` prints. Keys are always present; minor versions only add some. */
export interface DoctorReport {
  readonly schema: "slmcode.doctor";
  readonly schema_version: "1.0";
  readonly tool: { readonly name: "slmcode"; readonly version: string };
  readonly generated_at: string;
  /** False when Ctrl-C ended the run before everything was looked at. */
  readonly complete: boolean;
  readonly status: "ok" | "warn" | "fail" | "could_not_check";
  readonly exit_code: number;
  readonly connection: ConnectionReport;
  readonly evidence: readonly EvidenceReport[];
  readonly conditions: {
    readonly thinking: string;
    readonly cap_field: string;
    readonly stream: boolean;
    readonly temperature: boolean;
  } | null;
  readonly checks: Readonly<Record<string, CheckReport>>;
  readonly findings: readonly FindingReport[];
  readonly history: HistoryReport;
  readonly readiness: { readonly score: number | null; readonly coverage: number | null };
  readonly cost: {
    readonly requests: number;
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly duration_ms: number;
  };
}

export interface DoctorReportOptions {
  readonly toolVersion: string;
  readonly failOn: FailOn;
  readonly interrupted?: boolean;
  /** Ids of the checks that are wanted; all when left away. The others are `skip` and find nothing. */
  readonly checks?: ReadonlySet<string>;
}

/** Runs the checks over what was gathered. Pure: the same evidence gives the same report. */
export function doctorReport(
  evidence: DoctorEvidence,
  { toolVersion, failOn, interrupted = false, checks: wanted }: DoctorReportOptions,
): DoctorReport {
  const checks: Record<string, CheckReport> = {};
  const findings: FindingReport[] = [];
  for (const check of CHECKS) {
    const isWanted = wanted === undefined || wanted.has(check.id);
    const { findings: found, ...seen } = isWanted
      ? check.run(evidence)
      : skipped("left out by --only or --skip");
    checks[check.id] = { title: check.title, ...seen, findings: found.map((each) => each.code) };
    findings.push(...found.map((each) => findingReport(each, check.id)));
  }
  const connection = connectionReport(evidence);
  const exitCode = exitCodeFor({
    state: connection.state,
    severities: findings.map((each) => each.severity),
    failOn,
    interrupted,
  });
  const { capabilities, history, fromCache } = evidence;
  return {
    schema: "slmcode.doctor",
    schema_version: "1.0",
    tool: { name: "slmcode", version: toolVersion },
    generated_at: evidence.generatedAt,
    complete: !interrupted,
    status: overallStatus(connection.state, findings),
    exit_code: exitCode,
    connection,
    evidence: evidenceReports(capabilities),
    conditions:
      capabilities === null || !capabilities.probed
        ? null
        : {
            thinking: capabilities.conditions.thinking,
            cap_field: capabilities.conditions.capField,
            stream: capabilities.conditions.stream,
            temperature: capabilities.conditions.temperature,
          },
    checks,
    findings,
    history: { ...history.counts, last: history.last },
    readiness: evidence.readiness,
    cost: {
      requests: fromCache ? 0 : (capabilities?.cost.requests ?? 0),
      prompt_tokens: fromCache ? 0 : (capabilities?.cost.promptTokens ?? 0),
      completion_tokens: fromCache ? 0 : (capabilities?.cost.completionTokens ?? 0),
      duration_ms: fromCache ? 0 : Math.round(capabilities?.cost.durationMs ?? 0),
    },
  };
}

function overallStatus(
  state: ConnectionReport["state"],
  findings: readonly FindingReport[],
): DoctorReport["status"] {
  if (state !== "ok") return "could_not_check";
  if (findings.some((each) => each.severity === "fail")) return "fail";
  return findings.some((each) => each.severity === "warn") ? "warn" : "ok";
}

/** Evidence as reports show it. */
export function evidenceReports(capabilities: Capabilities | null): readonly EvidenceReport[] {
  return (capabilities?.evidence ?? []).map((each) => ({
    rung: each.rung,
    wire_form: each.wireForm,
    verdict: each.verdict,
    weaker_effect: each.weakerEffect,
    reason: each.reason,
    server_message: each.serverMessage,
    http_status: each.httpStatus,
    duration_ms: each.durationMs === null ? null : Math.round(each.durationMs),
    channel: each.channel,
    prompt_tokens_over_baseline: each.promptTokensOverBaseline,
  }));
}

/** A finding with its words. */
export function findingReport({ code, severity, args }: Finding<FindingCode>, check: string): FindingReport {
  const text = findingText(code);
  return {
    code,
    severity,
    check,
    summary: text.title(args),
    advice: text.advice?.(args) ?? null,
    docs: findingPage(code),
    args,
  };
}

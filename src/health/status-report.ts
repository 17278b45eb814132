import { remarksOf } from "./checks/remarks.ts";
import { type ConnectionReport, connectionReport } from "./connection.ts";
import type { DoctorEvidence } from "./doctor-evidence.ts";
import {
  type CheckReport,
  type EvidenceReport,
  evidenceReports,
  type FindingReport,
  findingReport,
  type HistoryReport,
} from "./doctor-report.ts";
import { finding } from "./findings/finding-texts.ts";
import { exitCodeFor } from "./report-exit-code.ts";

/** What `slmcode status --json` prints: the parts that it shares with doctor, from one cheap GET and the cache. */
export interface StatusReport {
  readonly schema: "slmcode.status";
  readonly schema_version: "1.0";
  readonly tool: { readonly name: "slmcode"; readonly version: string };
  readonly generated_at: string;
  readonly exit_code: number;
  readonly connection: ConnectionReport;
  readonly evidence: readonly EvidenceReport[];
  readonly checks: Readonly<Record<string, CheckReport>>;
  readonly findings: readonly FindingReport[];
  readonly history: HistoryReport;
  readonly readiness: { readonly score: number | null; readonly coverage: number | null };
  readonly latency_ms: number | null;
  readonly config: {
    readonly files: { readonly user: string | null; readonly project: string | null };
    readonly origins: Readonly<Record<string, string>>;
  };
}

export interface StatusOptions {
  readonly toolVersion: string;
  readonly files: { readonly user: string | null; readonly project: string | null };
}

/** Pure. Unreachable is an answer: exit code 3, and all keys are there. */
export function statusReport(evidence: DoctorEvidence, { toolVersion, files }: StatusOptions): StatusReport {
  const connection = connectionReport(evidence);
  const found = [
    ...remarksOf(evidence, [
      "settings_problem",
      "store_problem",
      "key_withheld",
      "key_unusable",
      "unreachable",
      "unauthorized",
      "server_loading",
    ]),
    ...(connection.state === "unconfigured" ? [finding("unconfigured")] : []),
    ...(evidence.mode.value === "off" ? [finding("mode_off", { origin: evidence.mode.origin })] : []),
  ];
  const findings = found.map((each) => findingReport(each, "status"));
  const checks: Record<string, CheckReport> = {
    endpoint: check(
      "endpoint",
      connection.state === "ok" ? "ok" : "fail",
      `${connection.endpoint ?? "none"}: ${connection.state}`,
      connection.endpoint,
    ),
    structured: check(
      "structured",
      connection.probed_at === null ? "unknown" : "ok",
      `${connection.rung}, ${connection.verdict}`,
      connection.rung,
    ),
  };
  return {
    schema: "slmcode.status",
    schema_version: "1.0",
    tool: { name: "slmcode", version: toolVersion },
    generated_at: evidence.generatedAt,
    exit_code: exitCodeFor({ state: connection.state, severities: [], failOn: "never", interrupted: false }),
    connection,
    evidence: evidenceReports(evidence.capabilities),
    checks,
    findings,
    history: { ...evidence.history.counts, last: evidence.history.last },
    readiness: evidence.readiness,
    latency_ms: evidence.latencyMs === null ? null : Math.round(evidence.latencyMs),
    config: {
      files,
      origins: {
        endpoint: evidence.endpoint.origin,
        model: evidence.model.origin,
        provider: evidence.provider.origin,
        structured_decoding: evidence.mode.origin,
      },
    },
  };
}

function check(
  title: string,
  status: CheckReport["status"],
  summary: string,
  measured: string | null,
): CheckReport {
  return { status, title, summary, measured, expected: null, source: null, findings: [] };
}

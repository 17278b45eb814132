import type { DoctorEvidence } from "./doctor-evidence.ts";
import type { Finding } from "./findings/finding.ts";
import type { FindingCode } from "./findings/finding-texts.ts";

/** `skip`: could not be looked at because something it needs is missing. `unknown`: looked at, and the server does not say. */
export type CheckStatus = "ok" | "warn" | "fail" | "skip" | "unknown";

export interface CheckResult {
  readonly status: CheckStatus;
  /** One line for a person. */
  readonly summary: string;
  readonly measured: string | number | boolean | null;
  readonly expected: string | null;
  /** Where the value was seen: a path, a field, a request. */
  readonly source: string | null;
  readonly findings: readonly Finding<FindingCode>[];
}

/** One thing that doctor looks at. Adding a check is one file and one line in the list. */
export interface Check {
  readonly id: string;
  readonly title: string;
  readonly run: (evidence: DoctorEvidence) => CheckResult;
}

/** A result from its findings: `fail` and `warn` by the worst of them, `ok` without any of the two. */
export function result(
  summary: string,
  findings: readonly Finding<FindingCode>[] = [],
  seen: Partial<CheckResult> = {},
): CheckResult {
  const status: CheckStatus = findings.some((each) => each.severity === "fail")
    ? "fail"
    : findings.some((each) => each.severity === "warn")
      ? "warn"
      : "ok";
  return { status, summary, measured: null, expected: null, source: null, findings, ...seen };
}

export function skipped(summary: string): CheckResult {
  return { status: "skip", summary, measured: null, expected: null, source: null, findings: [] };
}

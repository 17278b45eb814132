import { type ConnectionReport, connectionReport } from "./connection.ts";
import type { DoctorEvidence } from "./doctor-evidence.ts";
import { type PlannedChange, plannedChanges, pointsOf } from "./planned-changes.ts";
import type { ReadinessEvidence, Remedy, RuleResult, RuleStatus } from "./readiness-rule.ts";
import type { FailOn } from "./report-exit-code.ts";
import { RULES, RULESET } from "./rules/index.ts";
import type { StrongerSource, StrongerSources } from "./stronger-sources.ts";

/** A remedy, and for one of ours what stands before the user's file: the change has to be made there. */
export type ReportedRemedy =
  | (Extract<Remedy, { kind: "client" }> & { readonly overridden_by: StrongerSource | null })
  | Extract<Remedy, { kind: "server" }>;

export interface RuleReport {
  readonly title: string;
  readonly status: RuleStatus;
  readonly weight: number;
  /** Points; `null` where the rule could not be measured. */
  readonly earned: number | null;
  readonly gate: boolean;
  readonly measured: string | number | boolean | null;
  readonly wanted: string;
  readonly basis: string;
  readonly why: string;
  readonly remedy: ReportedRemedy | null;
}

/** What `slmcode readiness --json` prints. */
export interface ReadinessReport {
  readonly schema: "slmcode.readiness";
  readonly schema_version: "1.0";
  readonly ruleset: number;
  readonly tool: { readonly name: "slmcode"; readonly version: string };
  readonly generated_at: string;
  readonly exit_code: number;
  readonly score: number;
  /** `excellent` from 90, `good` from 75, `fair` from 50, `poor` below. */
  readonly grade: "excellent" | "good" | "fair" | "poor";
  /** The gate that caps the score at 49; `null` where all passed. */
  readonly capped_by: string | null;
  /** Weight of the rules that could be measured, of the weight of all. */
  readonly coverage: number;
  readonly measured_rules: number;
  readonly total_rules: number;
  /** The score that `--fix` would reach. */
  readonly reachable_by_fix: number;
  readonly connection: ConnectionReport;
  readonly rules: Readonly<Record<string, RuleReport>>;
  readonly fix: FixReport | null;
}

export interface FixReport {
  readonly mode: "dry_run" | "applied" | "nothing_to_do";
  readonly file: string;
  readonly backup: string | null;
  readonly changes: readonly PlannedChange[];
}

export interface ReadinessOptions {
  readonly toolVersion: string;
  readonly failOn: FailOn;
  readonly minScore: number | null;
  readonly doctor: DoctorEvidence;
  /** What `--fix` cannot reach. */
  readonly stronger: StrongerSources;
  readonly fix?: FixReport | null;
}

const CAP = 49;

/** Judges every rule. Pure: the same evidence gives the same score. */
export function readinessReport(
  evidence: ReadinessEvidence,
  { toolVersion, failOn, minScore, doctor, stronger, fix = null }: ReadinessOptions,
): ReadinessReport {
  const judged = judgedBy(evidence);
  const failedGate =
    judged.find(({ rule, result }) => rule.gate === true && result.status === "fail")?.rule.id ?? null;
  const score = scoreOf(judged, failedGate);
  const { values } = plannedChanges(evidence, stronger);
  const known = judged.filter(({ result }) => result.status !== "unknown");
  const total = RULES.reduce((sum, rule) => sum + rule.weight, 0);
  return {
    schema: "slmcode.readiness",
    schema_version: "1.0",
    ruleset: RULESET,
    tool: { name: "slmcode", version: toolVersion },
    generated_at: doctor.generatedAt,
    exit_code: exitCodeOf({ state: evidence.state, judged, failOn, score, minScore }),
    score,
    grade: score >= 90 ? "excellent" : score >= 75 ? "good" : score >= 50 ? "fair" : "poor",
    capped_by: failedGate,
    coverage: Math.round((known.reduce((sum, { rule }) => sum + rule.weight, 0) / total) * 100) / 100,
    measured_rules: known.length,
    total_rules: RULES.length,
    reachable_by_fix: scoreOf(judgedBy({ ...evidence, values }), failedGate),
    connection: connectionReport(doctor),
    rules: Object.fromEntries(
      judged.map(({ rule, result }) => [
        rule.id,
        {
          title: rule.title,
          status: result.status,
          weight: rule.weight,
          earned: pointsOf(rule.weight, result.status),
          gate: rule.gate === true,
          measured: result.measured,
          wanted: result.wanted,
          basis: result.basis,
          why: rule.why,
          remedy: reported(result.remedy, stronger),
        },
      ]),
    ),
    fix,
  };
}

interface Judged {
  readonly rule: (typeof RULES)[number];
  readonly result: RuleResult;
}

function judgedBy(evidence: ReadinessEvidence): readonly Judged[] {
  return RULES.map((rule) => ({ rule, result: rule.judge(evidence) }));
}

function reported(remedy: Remedy | null, stronger: StrongerSources): ReportedRemedy | null {
  if (remedy?.kind !== "client") return remedy;
  return { ...remedy, overridden_by: stronger.get(remedy.key) ?? null };
}

/** Points of what could be measured, in a hundred; a failed gate caps it. */
function scoreOf(judged: readonly Judged[], failedGate: string | null): number {
  const known = judged.filter(({ result }) => result.status !== "unknown");
  const weight = known.reduce((sum, { rule }) => sum + rule.weight, 0);
  const earned = known.reduce(
    (sum, { rule, result }) => sum + (pointsOf(rule.weight, result.status) ?? 0),
    0,
  );
  const score = weight === 0 ? 0 : Math.round((earned / weight) * 100);
  return failedGate === null ? score : Math.min(score, CAP);
}

/** 3 where the server could not be asked; 1 below the least score, or with a failing rule. */
function exitCodeOf({
  state,
  judged,
  failOn,
  score,
  minScore,
}: {
  readonly state: ReadinessEvidence["state"];
  readonly judged: readonly Judged[];
  readonly failOn: FailOn;
  readonly score: number;
  readonly minScore: number | null;
}): number {
  if (state !== "ok") return 3;
  if (minScore !== null) return score < minScore ? 1 : 0;
  const bad = judged.some(
    ({ result }) => result.status === "fail" || (result.status === "warn" && failOn === "warn"),
  );
  return failOn !== "never" && bad ? 1 : 0;
}

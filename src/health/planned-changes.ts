import type { ConfigValues, KeyName } from "../config/keys.ts";
import type { ReadinessEvidence, RuleResult, RuleStatus } from "./readiness-rule.ts";
import { RULES } from "./rules/index.ts";
import type { StrongerSource, StrongerSources } from "./stronger-sources.ts";

/** One setting that `--fix` writes. */
export interface PlannedChange {
  readonly key: KeyName;
  readonly from: unknown;
  readonly to: unknown;
  /** The rule that asks for it. */
  readonly rule: string;
  /** What stands before the user's file, so that the change has no effect here; `null` where it has. */
  readonly overridden_by: StrongerSource | null;
}

export interface Plan {
  readonly changes: readonly PlannedChange[];
  /** The values that count when all of it is written. */
  readonly values: ConfigValues;
}

/** Points of a rule that can be measured: half of them with a warning. */
export function pointsOf(weight: number, status: RuleStatus): number | null {
  if (status === "unknown") return null;
  return status === "pass" ? weight : status === "warn" ? weight / 2 : 0;
}

/**
 * What is ours to mend. Rules lean on each other (a larger cap needs a longer timeout), so they are judged anew after
 * each change, and a change that gains nothing all in all is left out: a second fix finds nothing to do. Pure.
 */
export function plannedChanges(evidence: ReadinessEvidence, stronger: StrongerSources): Plan {
  const changes = new Map<KeyName, PlannedChange>();
  let values = evidence.values;
  for (let next = 0; next < RULES.length; next++) {
    const rule = RULES[next];
    const result = rule?.judge({ ...evidence, values });
    if (rule === undefined || result === undefined || !isOurs(result)) continue;
    const { key, to } = result.remedy;
    const overridden_by = stronger.get(key) ?? null;
    const change = {
      key,
      from: evidence.values[key] as unknown,
      to: to as unknown,
      rule: rule.id,
      overridden_by,
    };
    if (overridden_by !== null) {
      if (!changes.has(key)) changes.set(key, change);
      continue;
    }
    const changed = { ...values, [key]: to };
    if (points(evidence, changed) <= points(evidence, values)) continue;
    values = changed;
    changes.set(key, change);
    // Every change gains points, so this ends.
    next = -1;
  }
  return { changes: [...changes.values()], values };
}

type OursToMend = RuleResult & { readonly remedy: { readonly kind: "client" } };

function isOurs(result: RuleResult): result is OursToMend {
  return (result.status === "warn" || result.status === "fail") && result.remedy?.kind === "client";
}

function points(evidence: ReadinessEvidence, values: ConfigValues): number {
  return RULES.reduce(
    (sum, rule) => sum + (pointsOf(rule.weight, rule.judge({ ...evidence, values }).status) ?? 0),
    0,
  );
}

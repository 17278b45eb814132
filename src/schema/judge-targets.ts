import { collectAdvice } from "./advise-schema.ts";
import { effectsOfFinding } from "./lint-finding.ts";
import { ADVICE_RULES, LINT_RULES } from "./lint-rules.ts";
import { collectFindings } from "./lint-schema.ts";
import { collectSubsetEffects } from "./subset-effects.ts";
import { TARGETS, type TargetEffect, type TargetEffects, type TargetId } from "./targets.ts";

/** Why a target falls short. */
export interface TargetReason {
  /** The code of a finding, of a piece of advice, or of a limit of the target's own. */
  readonly code: string;
  readonly effect: TargetEffect;
  /** The first place it applies to. */
  readonly pointer: string;
  /** How many places it applies to. */
  readonly places: number;
  readonly message: string;
}

/** What one target would do with a schema. */
export interface TargetJudgement {
  readonly target: TargetId;
  readonly title: string;
  /**
   * `refused`: an error in place of an answer; `partial`: answers that break the schema are possible; `unknown`: nothing is known
   * against it, and nothing for it.
   */
  readonly effect: "enforced" | "partial" | "refused" | "unknown";
  readonly reasons: readonly TargetReason[];
}

interface Remark {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
  readonly effects: TargetEffects;
}

/**
 * What each target would do with a schema, by what is known of its engine. It says nothing about a server that is there: only a probe
 * shows whether that one enforces anything.
 */
export function judgeTargets(schema: unknown): readonly TargetJudgement[] {
  const remarks = remarksOn(schema);
  return TARGETS.map(({ id, title, surveyed }) => {
    const reasons = reasonsFor(id, remarks);
    const effect = reasons.some((reason) => reason.effect === "refused")
      ? "refused"
      : reasons.length > 0
        ? "partial"
        : surveyed
          ? "enforced"
          : "unknown";
    return { target: id, title, effect, reasons };
  });
}

function remarksOn(schema: unknown): readonly Remark[] {
  const findings = collectFindings(schema).map((finding) => ({
    code: finding.code,
    pointer: finding.pointer,
    message: LINT_RULES[finding.code].message(finding.detail),
    effects: effectsOfFinding(finding),
  }));
  const advice = collectAdvice(schema).map(({ code, pointer, detail }) => ({
    code,
    pointer,
    message: ADVICE_RULES[code].message(detail),
    effects: ADVICE_RULES[code].effects ?? {},
  }));
  return [...findings, ...advice, ...collectSubsetEffects(schema)];
}

/** One reason for each code and effect, the gravest first. */
function reasonsFor(target: TargetId, remarks: readonly Remark[]): readonly TargetReason[] {
  const reasons = new Map<string, TargetReason>();
  for (const { code, pointer, message, effects } of remarks) {
    const effect = effects[target];
    if (effect === undefined) continue;
    // Each unsupported keyword is a matter of its own.
    const key = code === "unsupported_keyword" ? `${code} ${message}` : `${code} ${effect}`;
    const known = reasons.get(key);
    reasons.set(
      key,
      known ? { ...known, places: known.places + 1 } : { code, effect, pointer, places: 1, message },
    );
  }
  const gravity: readonly TargetEffect[] = ["refused", "ignored", "partial"];
  return [...reasons.values()].sort((a, b) => gravity.indexOf(a.effect) - gravity.indexOf(b.effect));
}

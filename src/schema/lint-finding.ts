import { ADVICE_RULES, type AdviceCode, LINT_RULES, type LintCode } from "./lint-rules.ts";
import { type TargetEffects, type TargetId, targetsOf } from "./targets.ts";

/** One place where a schema leaves the subset. */
export interface LintFinding {
  readonly code: LintCode;
  /** RFC 6901, into the schema; the empty string is the root. */
  readonly pointer: string;
  /** What is wrong and what to write instead, for a person. */
  readonly message: string;
  /** Who refuses the schema, or does not enforce this part of it. */
  readonly targets: readonly TargetId[];
}

/** One place where a schema within the subset is handled less well by some target. */
export interface LintAdvice extends Omit<LintFinding, "code"> {
  readonly code: AdviceCode;
}

export interface Finding {
  readonly code: LintCode;
  readonly pointer: string;
  /** What the rule's message is filled with. */
  readonly detail: string;
  /** For rules whose effects depend on the very keyword. */
  readonly effects?: TargetEffects;
}

export interface Advice {
  readonly code: AdviceCode;
  readonly pointer: string;
  readonly detail: string;
}

export function effectsOfFinding(finding: Finding): TargetEffects {
  return finding.effects ?? LINT_RULES[finding.code].effects ?? {};
}

export function toLintFinding(finding: Finding): LintFinding {
  return {
    code: finding.code,
    pointer: finding.pointer,
    message: LINT_RULES[finding.code].message(finding.detail),
    targets: targetsOf(effectsOfFinding(finding)),
  };
}

export function toLintAdvice(advice: Advice): LintAdvice {
  const rule = ADVICE_RULES[advice.code];
  return {
    code: advice.code,
    pointer: advice.pointer,
    message: rule.message(advice.detail),
    targets: targetsOf(rule.effects ?? {}),
  };
}

/** A name or value of the user's as a message shows it: quoted, its control characters escaped, and never long. */
export function quote(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, 61)) : String(value).slice(0, 61);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

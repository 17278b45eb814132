import type { CodePointRange } from "./code-point-ranges.ts";

export type Terminal = { readonly kind: "terminal"; readonly ranges: readonly CodePointRange[] };

/** `rule` is an index into the table; `offset` says where in the text the reference stands. */
export type Reference = { readonly kind: "reference"; readonly rule: number; readonly offset: number };

/** `maximum` is Infinity where the grammar gives no upper bound. Never `{0,0}`: that is no element at all. */
export type Repetition = {
  readonly kind: "repetition";
  readonly body: Terminal | Reference;
  readonly minimum: number;
  readonly maximum: number;
};

export type Element = Terminal | Reference | Repetition;

export type Sequence = readonly Element[];

/** Groups, and what a quantifier repeats, are rules of their own: `name` is then the rule that they stand in. */
export type Rule = {
  readonly name: string;
  readonly offset: number;
  readonly alternatives: readonly Sequence[];
};

/** A grammar as read: flat, so that nothing that walks it needs recursion, however deeply its groups nest. */
export type RuleTable = { readonly rules: readonly Rule[]; readonly root: number };

import type { CodePointRange } from "./code-point-ranges.ts";
import { nullableRules, productiveRules } from "./rule-facts.ts";
import type { Element, Repetition, RuleTable, Sequence, Terminal } from "./rule-table.ts";

/** Reads one code point of `ranges`, then goes on at `next`. */
export type TerminalNode = {
  readonly kind: "terminal";
  readonly ranges: readonly CodePointRange[];
  readonly next: MatchNode;
};

/** Runs a rule, then goes on at `next`. A `loop` whose round read nothing need not go on: leaving the loop covers that. */
export type CallNode = {
  readonly kind: "call";
  readonly callee: Callee;
  readonly next: MatchNode;
  readonly loop: boolean;
};

/** Goes on at each of `branches`. A repetition makes the node for its next round when a text first gets there. */
export type ForkNode = { readonly kind: "fork"; readonly branches: () => readonly MatchNode[] };

/** The end of a rule. */
export type EndNode = { readonly kind: "end" };

export type MatchNode = TerminalNode | CallNode | ForkNode | EndNode;

/** The entry of a rule: where each of its alternatives starts. Filled in after every rule has its entry. */
export type Callee = { readonly starts: MatchNode[] };

export const END: EndNode = { kind: "end" };

/**
 * The rules as a graph to walk. Alternatives that no finite text matches are left out, so that whatever the walk reaches can
 * be completed. Returns undefined where nothing is left of the root.
 */
export function compileProgram(table: RuleTable): Callee | undefined {
  const productive = productiveRules(table.rules);
  const nullable = nullableRules(table.rules);
  const callees = table.rules.map((): Callee => ({ starts: [] }));
  const isProductive = (element: Element): boolean => {
    const body = element.kind === "repetition" ? element.body : element;
    return body.kind === "reference" ? productive[body.rule] === true : body.ranges.length > 0;
  };
  for (const [index, rule] of table.rules.entries()) {
    if (!productive[index]) continue;
    for (const sequence of rule.alternatives) {
      const useful = sequence.filter(
        (element) => isProductive(element) || !(element.kind === "repetition" && element.minimum === 0),
      );
      if (useful.every(isProductive))
        callees[index]?.starts.push(compileSequence(useful, { callees, nullable }));
    }
  }
  return productive[table.root] ? callees[table.root] : undefined;
}

type CompileContext = { readonly callees: readonly Callee[]; readonly nullable: readonly boolean[] };

function compileSequence(sequence: Sequence, context: CompileContext): MatchNode {
  let next: MatchNode = END;
  for (const element of sequence.toReversed()) {
    if (element.kind === "terminal") next = { kind: "terminal", ranges: element.ranges, next };
    else if (element.kind === "reference") {
      next = { kind: "call", callee: context.callees[element.rule]!, next, loop: false };
    } else next = compileRepetition(element, next, context);
  }
  return next;
}

function compileRepetition(repetition: Repetition, next: MatchNode, context: CompileContext): MatchNode {
  const { body, maximum } = repetition;
  const callee = body.kind === "reference" ? context.callees[body.rule]! : body;
  // An empty round counts too, so a body that may be empty has no lower bound worth counting.
  const minimum = body.kind === "reference" && context.nullable[body.rule] ? 0 : repetition.minimum;
  const rounds = new Map<number, MatchNode>();
  const nodeAfter = (count: number): MatchNode => {
    if (count === maximum) return next;
    // Past the lower bound of an endless repetition, all rounds are alike.
    const round = maximum === Number.POSITIVE_INFINITY ? Math.min(count, minimum) : count;
    const known = rounds.get(round);
    if (known !== undefined) return known;
    const node = roundNode({ callee, mayLeave: round >= minimum, next, after: () => nodeAfter(round + 1) });
    rounds.set(round, node);
    return node;
  };
  return nodeAfter(0);
}

type Round = {
  readonly callee: Callee | Terminal;
  readonly mayLeave: boolean;
  readonly next: MatchNode;
  readonly after: () => MatchNode;
};

function roundNode({ callee, mayLeave, next, after }: Round): ForkNode {
  let branches: readonly MatchNode[] | undefined;
  return {
    kind: "fork",
    branches: () => {
      if (branches === undefined) {
        const body: MatchNode =
          "kind" in callee
            ? { kind: "terminal", ranges: callee.ranges, next: after() }
            : { kind: "call", callee, next: after(), loop: true };
        branches = mayLeave ? [body, next] : [body];
      }
      return branches;
    },
  };
}

import type { Element, Reference, Rule, Terminal } from "./rule-table.ts";

/** What an element asks of the rules: nothing, one of them, or what can never be. */
type Need = number | "nothing" | "impossible";

/** For each rule: can it match the empty text? */
export function nullableRules(rules: readonly Rule[]): readonly boolean[] {
  return satisfiedRules(rules, (element) => {
    if (element.kind === "repetition" && element.minimum === 0) return "nothing";
    const body = element.kind === "repetition" ? element.body : element;
    return body.kind === "reference" ? body.rule : "impossible";
  });
}

/** For each rule: is there any finite text that it matches? */
export function productiveRules(rules: readonly Rule[]): readonly boolean[] {
  return satisfiedRules(rules, (element) => {
    if (element.kind === "repetition") {
      return element.minimum === 0 ? "nothing" : productionNeed(element.body);
    }
    return productionNeed(element);
  });
}

function productionNeed(body: Terminal | Reference): Need {
  if (body.kind === "reference") return body.rule;
  return body.ranges.length > 0 ? "nothing" : "impossible";
}

/**
 * The rules that have an alternative all of whose needs are met, worked out from the leaves up. Each element is looked at
 * once, so that a chain of a hundred thousand rules takes no longer than its text.
 */
function satisfiedRules(rules: readonly Rule[], needOf: (element: Element) => Need): readonly boolean[] {
  const satisfied = rules.map(() => false);
  const waiting = rules.map((): { readonly rule: number; missing: number }[] => []);
  const ready: number[] = [];
  for (const [rule, { alternatives }] of rules.entries()) {
    for (const sequence of alternatives) {
      const needs = sequence.map(needOf);
      if (needs.includes("impossible")) continue;
      const needed = new Set(needs.filter((need) => typeof need === "number"));
      const alternative = { rule, missing: needed.size };
      for (const other of needed) waiting[other]?.push(alternative);
      if (needed.size === 0) ready.push(rule);
    }
  }
  for (let rule = ready.pop(); rule !== undefined; rule = ready.pop()) {
    if (satisfied[rule]) continue;
    satisfied[rule] = true;
    for (const alternative of waiting[rule] ?? []) {
      alternative.missing--;
      if (alternative.missing === 0) ready.push(alternative.rule);
    }
  }
  return satisfied;
}

/**
 * The first reference that brings a rule back to itself before a character is read, or undefined. llama.cpp refuses what it
 * sees of this and allocates without end on the rest (recursion behind a nullable prefix), so all of it is refused here.
 */
export function findLeftRecursion(rules: readonly Rule[]): Reference | undefined {
  const nullable = nullableRules(rules);
  const leading = rules.map((rule) => leadingReferences(rule, nullable));
  const state = rules.map((): "new" | "open" | "done" => "new");
  for (const start of rules.keys()) {
    if (state[start] !== "new") continue;
    const path = [{ rule: start, next: 0 }];
    state[start] = "open";
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const reference = leading[top.rule]?.[top.next++];
      if (reference === undefined) {
        state[top.rule] = "done";
        path.pop();
      } else if (state[reference.rule] === "open") {
        return reference;
      } else if (state[reference.rule] === "new") {
        state[reference.rule] = "open";
        path.push({ rule: reference.rule, next: 0 });
      }
    }
  }
  return undefined;
}

function leadingReferences(rule: Rule, nullable: readonly boolean[]): readonly Reference[] {
  const references: Reference[] = [];
  for (const sequence of rule.alternatives) {
    for (const element of sequence) {
      const body = element.kind === "repetition" ? element.body : element;
      if (body.kind === "reference") references.push(body);
      const isOptional = element.kind === "repetition" && element.minimum === 0;
      if (!isOptional && !(body.kind === "reference" && nullable[body.rule])) break;
    }
  }
  return references;
}

import { appendPointer } from "./json-pointer.ts";
import type { Finding } from "./lint-finding.ts";
import { MAX_COUNT } from "./subset.ts";
import { own, type SchemaNode, type SchemaVisit } from "./walk-schema.ts";

const PAIRS = [
  ["minItems", "maxItems"],
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
] as const;

/** Bounds that contradict each other, are on one side only, or are too large for a decoder to count. */
export function lintBounds({ node, pointer }: SchemaVisit): Finding[] {
  const findings: Finding[] = [];
  for (const [low, high] of PAIRS) {
    const minimum = numberAt(node, low);
    const maximum = numberAt(node, high);
    if (minimum !== null && maximum !== null && minimum > maximum) {
      const detail = `${low} ${minimum} is above ${high} ${maximum}`;
      findings.push({ code: "min_above_max", pointer: appendPointer(pointer, low), detail });
    }
    if (low === "minimum") continue;
    for (const keyword of [low, high]) {
      const count = numberAt(node, keyword);
      if (count === null || count <= MAX_COUNT) continue;
      const detail = `${keyword} ${count}`;
      findings.push({ code: "count_above_1999", pointer: appendPointer(pointer, keyword), detail });
    }
  }
  return [...findings, ...lintRange({ node, pointer })];
}

function lintRange({ node, pointer }: Pick<SchemaVisit, "node" | "pointer">): Finding[] {
  const present = (["minimum", "maximum"] as const).filter((keyword) => own(node, keyword) !== undefined);
  if (own(node, "type") === "number") {
    return present.map((keyword) => ({
      code: "number_bounds" as const,
      pointer: appendPointer(pointer, keyword),
      detail: keyword,
    }));
  }
  const findings = present.flatMap((keyword) => inexactBound(keyword, { node, pointer }));
  if (own(node, "type") === "integer" && present.length === 1) {
    const keyword = present[0]!;
    findings.push({ code: "one_sided_bounds", pointer: appendPointer(pointer, keyword), detail: keyword });
  }
  return findings;
}

function inexactBound(keyword: string, { node, pointer }: Pick<SchemaVisit, "node" | "pointer">): Finding[] {
  const bound = numberAt(node, keyword);
  if (bound === null || !Number.isFinite(bound) || Number.isSafeInteger(bound)) return [];
  const detail = Number.isInteger(bound)
    ? `${keyword} ${bound} is beyond 2^53, where integers stop being exact.`
    : `${keyword} ${bound} is no whole number. Write the next integer that is allowed.`;
  return [{ code: "inexact_bound", pointer: appendPointer(pointer, keyword), detail }];
}

export function numberAt(node: SchemaNode, keyword: string): number | null {
  const value = own(node, keyword);
  return typeof value === "number" ? value : null;
}

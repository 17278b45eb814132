import { lintBounds } from "./lint-bounds.ts";
import { lintEnum } from "./lint-enum.ts";
import { type Finding, type LintFinding, quote, toLintFinding } from "./lint-finding.ts";
import { lintKeywords } from "./lint-keywords.ts";
import { lintObject } from "./lint-object.ts";
import { MAX_DEPTH, MAX_NODES } from "./subset.ts";
import { type WalkProblem, walkSchema } from "./walk-schema.ts";

/** As many findings as anybody reads; one more says that there are others. */
export const MAX_FINDINGS = 500;

/**
 * What keeps a schema from being read the same way by every engine, in document order; empty when it is within the subset.
 * Never throws, and its time is bounded for a schema of any size, depth or cycle.
 */
export function lintSchema(schema: unknown): LintFinding[] {
  return collectFindings(schema).map(toLintFinding);
}

/** The findings as data, before they are worded. */
export function collectFindings(schema: unknown): Finding[] {
  const findings: Finding[] = [];
  for (const visit of walkSchema(schema)) {
    const found =
      "problem" in visit
        ? [findingOfProblem(visit, schema)]
        : [...lintKeywords(visit), ...lintObject(visit), ...lintBounds(visit), ...lintEnum(visit)];
    for (const finding of found) {
      if (findings.length === MAX_FINDINGS) {
        findings.push({ code: "more_findings", pointer: "", detail: String(MAX_FINDINGS) });
        return findings;
      }
      findings.push(finding);
    }
  }
  return findings;
}

function findingOfProblem({ problem, pointer }: WalkProblem, schema: unknown): Finding {
  const details: Partial<Record<WalkProblem["problem"], string>> = {
    not_an_object: pointer === "" ? quote(schema) : "something else",
    too_deep: String(MAX_DEPTH),
    too_large: String(MAX_NODES),
  };
  return { code: problem, pointer, detail: details[problem] ?? "" };
}

import { appendPointer } from "./json-pointer.ts";
import { type Finding, quote } from "./lint-finding.ts";
import { CONSTRAINT_KEYWORDS, MAX_DEPTH, MAX_NODES } from "./subset.ts";
import { own, type SchemaVisit, type WalkProblemCode } from "./walk-schema.ts";

/** `enum` beside constraints, values of another type than the one beside it, and values that are no JSON text. */
export function lintEnum({ node, pointer }: SchemaVisit): Finding[] {
  const values = own(node, "enum");
  if (!Array.isArray(values)) return [];
  const at = appendPointer(pointer, "enum");
  if (values.length > MAX_NODES) return [{ code: "too_large", pointer: at, detail: String(MAX_NODES) }];

  const findings: Finding[] = [];
  for (const keyword of CONSTRAINT_KEYWORDS) {
    if (keyword === "enum" || keyword === "type" || own(node, keyword) === undefined) continue;
    findings.push({
      code: "enum_with_constraints",
      pointer: appendPointer(pointer, keyword),
      detail: keyword,
    });
  }
  const type = own(node, "type");
  let budget = MAX_NODES;
  for (const [index, value] of values.entries()) {
    const measured = measureJson(value, budget);
    budget -= measured.nodes;
    const valueAt = appendPointer(at, index);
    if (measured.problem !== null) {
      const limit = measured.problem === "too_deep" ? MAX_DEPTH : MAX_NODES;
      findings.push({ code: measured.problem, pointer: valueAt, detail: String(limit) });
      if (measured.problem === "too_large") break;
    } else if (measured.invalid !== null) {
      findings.push({ code: "invalid_value", pointer: valueAt, detail: `${measured.invalid} is not JSON.` });
    } else if (typeof type === "string" && !hasType(value, type)) {
      findings.push({ code: "enum_type_mismatch", pointer: valueAt, detail: quote(value) });
    }
  }
  return findings;
}

/** True where a JSON value is of the type, as JSON Schema means it: 1.0 is an integer. An unknown type passes. */
export function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    case "number":
    case "string":
    case "boolean":
      return typeof value === type;
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return true;
  }
}

interface Measured {
  readonly nodes: number;
  readonly problem: WalkProblemCode | null;
  /** What in it is no JSON value: `undefined`, a function, NaN. */
  readonly invalid: string | null;
}

/** Size and depth of a value, without recursion and with an end even where the value contains itself. */
function measureJson(value: unknown, budget: number): Measured {
  const stack: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  let nodes = 0;
  while (stack.length > 0) {
    const next = stack.pop()!;
    nodes += 1;
    if (nodes > budget) return { nodes, problem: "too_large", invalid: null };
    if (next.depth > MAX_DEPTH) return { nodes, problem: "too_deep", invalid: null };
    if (typeof next.value !== "object" || next.value === null) {
      if (!isJsonScalar(next.value))
        return { nodes, problem: null, invalid: String(next.value).slice(0, 20) };
      continue;
    }
    for (const child of Object.values(next.value)) stack.push({ value: child, depth: next.depth + 1 });
  }
  return { nodes, problem: null, invalid: null };
}

function isJsonScalar(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || typeof value === "string" || typeof value === "boolean";
}

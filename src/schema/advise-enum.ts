import { appendPointer } from "./json-pointer.ts";
import { type Advice, quote } from "./lint-finding.ts";
import { STRICT_LIMITS } from "./strict.ts";
import { own, type SchemaVisit } from "./walk-schema.ts";

/** Remarks about one `enum`: no type, several types, values twice, values that are no scalars, too many of them. */
export function adviseEnum({ node, pointer, fragment }: SchemaVisit): Advice[] {
  const values = own(node, "enum");
  if (!Array.isArray(values)) return [];
  const at = appendPointer(pointer, "enum");
  const advice: Advice[] = [];
  const kinds = new Set(values.map((value) => (value === null ? "null" : typeof value)));
  if (own(node, "type") === undefined && kinds.size === 1 && !kinds.has("object") && !fragment) {
    advice.push({ code: "enum_without_type", pointer, detail: "" });
  }
  if (kinds.has("object")) advice.push({ code: "enum_structured", pointer: at, detail: "" });
  if (kinds.size > 1) advice.push({ code: "enum_mixed_types", pointer: at, detail: "" });
  if (values.length > STRICT_LIMITS.enumValues) {
    const detail = `enum has ${values.length} values; OpenAI's strict mode takes ${STRICT_LIMITS.enumValues} in the whole schema.`;
    advice.push({ code: "large_schema", pointer: at, detail });
  }
  const seen = new Set<unknown>();
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) {
      advice.push({ code: "enum_duplicates", pointer: appendPointer(at, index), detail: quote(value) });
    }
    seen.add(value);
  }
  return advice;
}

import { adviseEnum } from "./advise-enum.ts";
import { appendPointer } from "./json-pointer.ts";
import { numberAt } from "./lint-bounds.ts";
import { type Advice, type LintAdvice, quote, toLintAdvice } from "./lint-finding.ts";
import { MAX_FINDINGS } from "./lint-schema.ts";
import { STRICT_LIMITS } from "./strict.ts";
import { isSchemaNode, own, type SchemaVisit, walkSchema } from "./walk-schema.ts";

const INT32 = 2 ** 31;

/** Which types a keyword says something about. */
const KEYWORD_TYPES: Readonly<Record<string, readonly string[]>> = {
  properties: ["object"],
  required: ["object"],
  additionalProperties: ["object"],
  items: ["array"],
  minItems: ["array"],
  maxItems: ["array"],
  minLength: ["string"],
  maxLength: ["string"],
  minimum: ["integer", "number"],
  maximum: ["integer", "number"],
};

/**
 * Remarks about a schema that may well be within the subset: what some target handles less well, and what lets a small model
 * write without end. Bounded in time like `lintSchema`.
 */
export function adviseSchema(schema: unknown): LintAdvice[] {
  return collectAdvice(schema).map(toLintAdvice);
}

export function collectAdvice(schema: unknown): Advice[] {
  const advice: Advice[] = [];
  const add = (found: readonly Advice[]): boolean => {
    for (const remark of found) {
      if (advice.length === MAX_FINDINGS) {
        advice.push({ code: "more_advice", pointer: "", detail: String(MAX_FINDINGS) });
        return false;
      }
      advice.push(remark);
    }
    return true;
  };
  for (const visit of walkSchema(schema)) {
    if ("problem" in visit) continue;
    if (!add([...adviseNode(visit), ...adviseObject(visit), ...adviseEnum(visit)])) break;
  }
  return advice;
}

function adviseNode({ node, pointer, depth, fragment }: SchemaVisit): Advice[] {
  const advice: Advice[] = [];
  const type = own(node, "type");
  const isEnum = own(node, "enum") !== undefined;
  if (depth === 0 && typeof type === "string" && type !== "object") {
    advice.push({ code: "root_not_object", pointer, detail: "" });
  }
  if (depth === STRICT_LIMITS.depth + 1 && !fragment) {
    advice.push({ code: "deep_nesting", pointer, detail: String(depth) });
  }
  if (type === "string" && !isEnum && own(node, "maxLength") === undefined) {
    advice.push({ code: "unbounded_string", pointer, detail: "" });
  }
  if (type === "array" && !isEnum && own(node, "maxItems") === undefined) {
    advice.push({ code: "unbounded_array", pointer, detail: "" });
  }
  for (const keyword of Object.keys(node)) {
    const types = Object.hasOwn(KEYWORD_TYPES, keyword) ? KEYWORD_TYPES[keyword]! : null;
    if (types === null || typeof type !== "string" || types.includes(type) || isEnum) continue;
    const detail = `${keyword} says nothing about a ${type}`;
    advice.push({ code: "ineffective_keyword", pointer: appendPointer(pointer, keyword), detail });
  }
  for (const keyword of ["minimum", "maximum"]) {
    const bound = numberAt(node, keyword);
    if (type !== "integer" || bound === null || (bound >= -INT32 && bound < INT32)) continue;
    advice.push({
      code: "wide_bounds",
      pointer: appendPointer(pointer, keyword),
      detail: `${keyword} ${bound}`,
    });
  }
  return advice;
}

function adviseObject({ node, pointer, fragment }: SchemaVisit): Advice[] {
  const advice: Advice[] = [];
  const additional = own(node, "additionalProperties");
  if (isSchemaNode(additional)) {
    const at = appendPointer(pointer, "additionalProperties");
    advice.push({ code: "map_object", pointer: at, detail: "" });
  }
  const properties = own(node, "properties");
  if (!isSchemaNode(properties)) return advice;
  const required = own(node, "required");
  const isRequired = new Set<unknown>(Array.isArray(required) ? required : []);
  const base = appendPointer(pointer, "properties");
  const byLetters = new Map<string, string>();
  for (const name of Object.keys(properties)) {
    const at = appendPointer(base, name);
    if (!isRequired.has(name) && !fragment) {
      advice.push({ code: "optional_property", pointer: at, detail: quote(name) });
    }
    if (
      /^[\x20-\x7e]+$/.test(name) &&
      !/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) &&
      !/^[0-9]+$|["\\]/.test(name)
    ) {
      advice.push({ code: "property_name_characters", pointer: at, detail: quote(name) });
    }
    const letters = name.replace(/[^a-zA-Z0-9]+/g, "-");
    const other = byLetters.get(letters);
    if (other === undefined) byLetters.set(letters, name);
    else {
      const detail = `${quote(other)} and ${quote(name)}`;
      advice.push({ code: "property_names_collide", pointer: at, detail });
    }
  }
  return advice;
}

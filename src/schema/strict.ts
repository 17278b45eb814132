import { appendPointer } from "./json-pointer.ts";
import { collectFindings } from "./lint-schema.ts";
import { isSchemaNode, own, type SchemaNode, walkSchema } from "./walk-schema.ts";

/** What OpenAI's strict mode takes in one schema (structured outputs guide, 2026). */
export const STRICT_LIMITS = {
  depth: 10,
  properties: 5000,
  enumValues: 1000,
  /** Of all property names and enum values together. */
  characters: 120_000,
  /** Of the string values of one enum that has more than 250 values. */
  largeEnumCharacters: 15_000,
} as const;

const LARGE_ENUM = 250;

export type StrictViolationCode =
  | "outside_subset"
  | "root_not_object"
  | "optional_property"
  | "open_object"
  | "untyped"
  | "too_deep"
  | "too_many_properties"
  | "too_many_enum_values"
  | "too_many_characters";

export interface StrictViolation {
  readonly code: StrictViolationCode;
  readonly pointer: string;
}

/**
 * What keeps a schema from being sent with `strict: true` to OpenAI: an object at the root, every property required,
 * `additionalProperties: false` at every object, a type everywhere, and the sizes of `STRICT_LIMITS`. Lengths and counts
 * are no part of it: OpenAI has enforced them since 2026, and an older host that refuses them names them.
 */
export function strictViolations(schema: unknown): StrictViolation[] {
  const findings = collectFindings(schema);
  if (findings.length > 0) {
    return findings.map((finding) => ({ code: "outside_subset" as const, pointer: finding.pointer }));
  }
  const violations: StrictViolation[] = [];
  const sizes = { properties: 0, enumValues: 0, characters: 0 };
  for (const visit of walkSchema(schema)) {
    if ("problem" in visit) continue;
    const { node, pointer, depth } = visit;
    violations.push(...shapeViolations(node, pointer));
    if (depth === 0 && own(node, "type") !== "object") violations.push({ code: "root_not_object", pointer });
    if (depth > STRICT_LIMITS.depth) violations.push({ code: "too_deep", pointer });
    if (isLargeEnum(node)) violations.push({ code: "too_many_characters", pointer });
    const strings = stringsOf(node);
    sizes.properties += propertyNames(node).length;
    sizes.enumValues += enumValues(node).length;
    sizes.characters += charactersOf(strings);
  }
  for (const [code, size] of [
    ["too_many_properties", "properties"],
    ["too_many_enum_values", "enumValues"],
    ["too_many_characters", "characters"],
  ] as const) {
    if (sizes[size] > STRICT_LIMITS[size]) violations.push({ code, pointer: "" });
  }
  return violations;
}

function shapeViolations(node: SchemaNode, pointer: string): StrictViolation[] {
  if (own(node, "type") === undefined) return [{ code: "untyped", pointer }];
  if (own(node, "type") !== "object") return [];
  const required = own(node, "required");
  const isRequired = new Set<unknown>(Array.isArray(required) ? required : []);
  const base = appendPointer(pointer, "properties");
  const violations: StrictViolation[] = propertyNames(node)
    .filter((name) => !isRequired.has(name))
    .map((name) => ({ code: "optional_property", pointer: appendPointer(base, name) }));
  if (own(node, "additionalProperties") !== false) violations.push({ code: "open_object", pointer });
  return violations;
}

function propertyNames(node: SchemaNode): readonly string[] {
  const properties = own(node, "properties");
  return isSchemaNode(properties) ? Object.keys(properties) : [];
}

function enumValues(node: SchemaNode): readonly unknown[] {
  const values = own(node, "enum");
  return Array.isArray(values) ? values : [];
}

function isLargeEnum(node: SchemaNode): boolean {
  const values = enumValues(node);
  return values.length > LARGE_ENUM && charactersOf(values) > STRICT_LIMITS.largeEnumCharacters;
}

function stringsOf(node: SchemaNode): readonly unknown[] {
  return [...propertyNames(node), ...enumValues(node)];
}

function charactersOf(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}

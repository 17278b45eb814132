import { appendPointer } from "./json-pointer.ts";
import { unsupportedKeyword } from "./keyword-effects.ts";
import { type Finding, quote } from "./lint-finding.ts";
import { EVERY_SERVER } from "./lint-rules.ts";
import { ANNOTATION_KEYWORDS, CONSTRAINT_KEYWORDS, isSubsetKeyword, TYPE_NAMES } from "./subset.ts";
import type { TargetEffects } from "./targets.ts";
import { isSchemaNode, own, type SchemaNode, type SchemaVisit } from "./walk-schema.ts";

const COUNTS = ["minItems", "maxItems", "minLength", "maxLength"];

/** Keywords outside of the subset that may stand for a type. */
const STAND_FOR_TYPE = ["$ref", "anyOf", "oneOf", "allOf", "const", "not", "if", "$dynamicRef"];

/** What people and models write for a type. */
const TYPE_SLIPS: Readonly<Record<string, string>> = {
  str: "string",
  text: "string",
  int: "integer",
  long: "integer",
  float: "number",
  double: "number",
  decimal: "number",
  bool: "boolean",
  list: "array",
  dict: "object",
  map: "object",
  none: "null",
};

const SUBSET_BY_LETTERS: ReadonlyMap<string, string> = new Map(
  [...CONSTRAINT_KEYWORDS, ...ANNOTATION_KEYWORDS].map((keyword) => [lettersOf(keyword), keyword]),
);

/** Keywords that the subset does not have, and values that a keyword of the subset cannot have. */
export function lintKeywords({ node, pointer, fragment }: SchemaVisit): Finding[] {
  const findings: Finding[] = [];
  for (const keyword of Object.keys(node)) {
    const at = appendPointer(pointer, keyword);
    if (!isSubsetKeyword(keyword)) {
      const { effects } = unsupportedKeyword(keyword);
      findings.push({
        code: "unsupported_keyword",
        pointer: at,
        detail: detailOf(keyword, node[keyword], pointer),
        effects,
      });
      continue;
    }
    const detail = keyword === "type" ? null : invalidValue(keyword, node[keyword]);
    if (detail !== null)
      findings.push({ code: "invalid_value", pointer: at, detail, ...skipped(keyword, node) });
  }
  findings.push(...lintType({ node, pointer, fragment }));
  return findings;
}

/** slmcode's grammar does not read annotations, nor `required` of what is no object. */
function skipped(keyword: string, node: SchemaNode): { readonly effects?: TargetEffects } {
  const type = own(node, "type");
  const isSkipped =
    isAnnotation(keyword) || (keyword === "required" && type !== undefined && type !== "object");
  return isSkipped ? { effects: EVERY_SERVER } : {};
}

function isAnnotation(keyword: string): boolean {
  return ANNOTATION_KEYWORDS.some((annotation) => annotation === keyword);
}

function detailOf(keyword: string, value: unknown, pointer: string): string {
  const meant = SUBSET_BY_LETTERS.get(lettersOf(keyword));
  const { instead } = unsupportedKeyword(keyword);
  if (meant !== undefined) return `${quote(keyword)} is no keyword. Did you mean ${quote(meant)}?`;
  const recursive =
    keyword === "$ref" && isRecursive(value, pointer) ? " It refers to what contains it." : "";
  return `${quote(keyword)} is outside of the subset.${recursive} ${instead}`;
}

/** True where a local reference names the place it stands in, or one around it. */
function isRecursive(reference: unknown, pointer: string): boolean {
  if (typeof reference !== "string" || !reference.startsWith("#")) return false;
  const target = reference.slice(1);
  return target === "" || pointer === target || pointer.startsWith(`${target}/`);
}

function lettersOf(keyword: string): string {
  return keyword.toLowerCase().replace(/[^a-z]/g, "");
}

function lintType({
  node,
  pointer,
  fragment,
}: Pick<SchemaVisit, "node" | "pointer" | "fragment">): Finding[] {
  const type = own(node, "type");
  const at = appendPointer(pointer, "type");
  if (type === undefined) {
    const named =
      own(node, "enum") !== undefined || STAND_FOR_TYPE.some((keyword) => own(node, keyword) !== undefined);
    return named || fragment ? [] : [{ code: "missing_type", pointer, detail: "" }];
  }
  if (Array.isArray(type)) return [{ code: "type_union", pointer: at, detail: "" }];
  if (TYPE_NAMES.some((name) => name === type)) return [];
  const word = typeof type === "string" ? type.toLowerCase() : "";
  const slip =
    TYPE_NAMES.find((name) => name === word) ?? (Object.hasOwn(TYPE_SLIPS, word) ? TYPE_SLIPS[word] : null);
  const hint = slip ? ` Did you mean "${slip}"?` : ` The types are ${TYPE_NAMES.join(", ")}.`;
  return [{ code: "invalid_value", pointer: at, detail: `There is no type ${quote(type)}.${hint}` }];
}

/** Why a keyword of the subset cannot have this value; `null` where it can. */
function invalidValue(keyword: string, value: unknown): string | null {
  if (COUNTS.includes(keyword)) {
    const isCount = typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
    return isCount ? null : `${keyword} must be a whole number from 0 up, not ${quote(value)}.`;
  }
  switch (keyword) {
    case "title":
    case "description":
      return typeof value === "string" ? null : `${keyword} must be a string, not ${quote(value)}.`;
    case "properties":
      return isSchemaNode(value) ? null : `properties must be an object of schemas, not ${quote(value)}.`;
    case "required":
      return invalidRequired(value);
    case "items":
      return Array.isArray(value)
        ? "A list of schemas under items is an old spelling of prefixItems. Write one schema."
        : null;
    case "enum":
      return Array.isArray(value) && value.length > 0
        ? null
        : `enum must be a list of at least one value, not ${Array.isArray(value) ? "an empty one" : quote(value)}.`;
    case "additionalProperties":
      return typeof value === "boolean" || isSchemaNode(value)
        ? null
        : `additionalProperties must be false, true or a schema, not ${quote(value)}.`;
    default:
      return invalidBound(keyword, value);
  }
}

function invalidBound(keyword: string, value: unknown): string | null {
  const isNumber = typeof value === "number" && Number.isFinite(value);
  return isNumber ? null : `${keyword} must be a number, not ${quote(value)}.`;
}

function invalidRequired(value: unknown): string | null {
  if (typeof value === "boolean") {
    return `required: ${value} on a property is an old spelling. List the names in required of the object around it.`;
  }
  if (!Array.isArray(value) || value.some((name) => typeof name !== "string")) {
    return `required must be a list of property names, not ${quote(value)}.`;
  }
  const seen = new Set<string>();
  for (const name of value as string[]) {
    if (seen.has(name)) return `required names ${quote(name)} twice.`;
    seen.add(name);
  }
  return null;
}

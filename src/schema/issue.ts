import type { JsonValue } from "../json-value.ts";
import { appendPointer, pointerTokens } from "./json-pointer.ts";
import { isSchemaNode, own, type SchemaNode } from "./walk-schema.ts";

export type IssueCode =
  | "wrong_type"
  | "missing_property"
  | "unknown_property"
  | "not_in_enum"
  | "too_short"
  | "too_long"
  | "too_few_items"
  | "too_many_items"
  | "too_small"
  | "too_large"
  /** A keyword outside of the subset does not hold. */
  | "not_valid"
  /** The schema could not be applied: out of time, or it refers to itself without an end. */
  | "not_checkable";

/** One place where a value does not fit its schema. */
export interface Issue {
  readonly code: IssueCode;
  /** RFC 6901, into the value. For a missing property the place where it should be. */
  readonly pointer: string;
  /** By code: a type, the type of the missing property, the declared names, the listed values, or the bound. */
  readonly expected: JsonValue;
  /** By code: the value (a long one cut), its length or count, the unknown name, or `null` where nothing is. */
  readonly got: JsonValue;
}

/** What ajv says of one failure, as far as it is read here. */
export interface ValidatorError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const MAX_TEXT = 80;
const MAX_LIST = 20;

interface Failure {
  readonly error: ValidatorError;
  readonly value: unknown;
  readonly schema: SchemaNode;
}

/** ajv's errors as issues. `schema` is the one they come from. */
export function issuesOf(
  errors: readonly ValidatorError[],
  { value, schema }: { readonly value: unknown; readonly schema: SchemaNode },
): readonly Issue[] {
  const issues = errors.map((error) => issueOf({ error, value: valueAt(value, error.instancePath), schema }));
  const mistyped = new Set(issues.filter(({ code }) => code === "wrong_type").map(({ pointer }) => pointer));
  return issues.filter(({ code, pointer }) => code !== "not_in_enum" || !mistyped.has(pointer));
}

const BOUNDS: Readonly<
  Record<string, { readonly code: IssueCode; readonly measure: (value: unknown) => JsonValue }>
> = {
  minLength: { code: "too_short", measure: codePoints },
  maxLength: { code: "too_long", measure: codePoints },
  minItems: { code: "too_few_items", measure: count },
  maxItems: { code: "too_many_items", measure: count },
  minimum: { code: "too_small", measure: shorten },
  maximum: { code: "too_large", measure: shorten },
};

function issueOf(failure: Failure): Issue {
  const { error, value, schema } = failure;
  const pointer = error.instancePath;
  const bound = Object.hasOwn(BOUNDS, error.keyword) ? BOUNDS[error.keyword]! : null;
  if (bound !== null) {
    return { code: bound.code, pointer, expected: shorten(error.params["limit"]), got: bound.measure(value) };
  }
  switch (error.keyword) {
    case "type":
      return { code: "wrong_type", pointer, expected: shorten(error.params["type"]), got: shorten(value) };
    case "enum":
      return {
        code: "not_in_enum",
        pointer,
        expected: listOf(error.params["allowedValues"]),
        got: shorten(value),
      };
    case "required": {
      const missing = appendPointer(pointer, String(error.params["missingProperty"]));
      return { code: "missing_property", pointer: missing, expected: typeAt(schema, missing), got: null };
    }
    case "additionalProperties":
      return unknownProperty(failure);
    default: {
      const expected = shorten(`${error.keyword} ${JSON.stringify(error.params)}`);
      return { code: "not_valid", pointer, expected, got: shorten(value) };
    }
  }
}

function unknownProperty({ error, schema }: Failure): Issue {
  const name = String(error.params["additionalProperty"]);
  const properties = own(schemaAt(schema, error.instancePath) ?? {}, "properties");
  return {
    code: "unknown_property",
    // A pointer goes into prompts and reports too: a name of any length stays out of it.
    pointer: name.length > MAX_TEXT ? error.instancePath : appendPointer(error.instancePath, name),
    expected: listOf(isSchemaNode(properties) ? Object.keys(properties) : []),
    got: shorten(name),
  };
}

/** A value as an issue shows it: scalars as they are, long texts cut, arrays and objects by their size. */
function shorten(value: unknown): JsonValue {
  if (typeof value === "string") return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT - 1)}…` : value;
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value))
    return value.length === 1 ? "an array of 1 item" : `an array of ${value.length} items`;
  if (typeof value !== "object") return value === undefined ? null : typeof value;
  const names = Object.keys(value).length;
  return names === 1 ? "an object of 1 property" : `an object of ${names} properties`;
}

function listOf(values: unknown): JsonValue {
  if (!Array.isArray(values)) return null;
  const list = values.slice(0, MAX_LIST).map(shorten);
  return values.length > MAX_LIST ? [...list, "…"] : list;
}

function count(value: unknown): JsonValue {
  return Array.isArray(value) ? value.length : null;
}

function codePoints(value: unknown): JsonValue {
  if (typeof value !== "string") return null;
  let length = 0;
  for (const _ of value) length += 1;
  return length;
}

function valueAt(value: unknown, pointer: string): unknown {
  let current = value;
  for (const token of pointerTokens(pointer)) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, token)) return undefined;
    current = (current as SchemaNode)[token];
  }
  return current;
}

/** The schema of the subset that applies at a place of the value; `null` where none is declared. */
function schemaAt(schema: SchemaNode, pointer: string): SchemaNode | null {
  let current: SchemaNode = schema;
  for (const token of pointerTokens(pointer)) {
    const properties = own(current, "properties");
    const next =
      isSchemaNode(properties) && Object.hasOwn(properties, token)
        ? properties[token]
        : (own(current, "items") ?? own(current, "additionalProperties"));
    if (!isSchemaNode(next)) return null;
    current = next;
  }
  return current;
}

function typeAt(schema: SchemaNode, pointer: string): JsonValue {
  const node = schemaAt(schema, pointer);
  if (node === null) return "any";
  const values = own(node, "enum");
  const type = own(node, "type");
  if (Array.isArray(values)) return listOf(values);
  return typeof type === "string" ? type : "any";
}

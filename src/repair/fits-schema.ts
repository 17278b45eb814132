import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { isSameValue } from "./same-value.ts";

/**
 * Whether a value fits a schema, as far as the subset goes (and anyOf, oneOf, const). A keyword that is not known here
 * does not count against a value: whoever calls validates with ajv afterwards. Iterative, so that no depth overflows.
 */
export function fitsSchema(root: JsonValue, rootSchema: JsonValue | undefined): boolean {
  const todo: (readonly [JsonValue, JsonValue | undefined])[] = [[root, rootSchema]];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [value, schema] = next;
    if (schema === false) return false;
    if (!isJsonObject(schema)) continue;
    if (!fitsItself(value, schema)) return false;
    for (const child of childrenOf(value, schema)) todo.push(child);
  }
  return true;
}

/** The types that a schema allows; all of them where it names none. */
export function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((each): each is string => typeof each === "string");
  const listed = schema["enum"];
  if (Array.isArray(listed)) return [...new Set(listed.map(typeName))];
  return ["object", "array", "string", "integer", "number", "boolean", "null"];
}

function fitsItself(value: JsonValue, schema: JsonObject): boolean {
  if (!typesOf(schema).some((type) => hasType(value, type))) return false;
  const listed = schema["enum"];
  if (Array.isArray(listed) && !listed.some((each) => isSameValue(each, value))) return false;
  if (schema["const"] !== undefined && !isSameValue(schema["const"], value)) return false;
  if (!fitsBranches(value, schema)) return false;
  if (typeof value === "number") return between(value, schema["minimum"], schema["maximum"]);
  if (typeof value === "string") return between([...value].length, schema["minLength"], schema["maxLength"]);
  if (Array.isArray(value)) return between(value.length, schema["minItems"], schema["maxItems"]);
  return !isJsonObject(value) || fitsObject(value, schema);
}

function fitsBranches(value: JsonValue, { anyOf, oneOf }: JsonObject): boolean {
  if (Array.isArray(anyOf) && !anyOf.some((branch) => fitsSchema(value, branch))) return false;
  return !Array.isArray(oneOf) || oneOf.filter((branch) => fitsSchema(value, branch)).length === 1;
}

function fitsObject(value: JsonObject, { required, properties, additionalProperties }: JsonObject): boolean {
  if (
    Array.isArray(required) &&
    required.some((name) => typeof name === "string" && !Object.hasOwn(value, name))
  )
    return false;
  if (additionalProperties !== false) return true;
  const declared = isJsonObject(properties) ? properties : {};
  return Object.keys(value).every((name) => Object.hasOwn(declared, name));
}

function childrenOf(value: JsonValue, schema: JsonObject): (readonly [JsonValue, JsonValue | undefined])[] {
  if (Array.isArray(value)) return value.map((each) => [each, schema["items"]] as const);
  if (!isJsonObject(value)) return [];
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  return Object.entries(value).map(
    ([name, each]) =>
      [each, Object.hasOwn(properties, name) ? properties[name] : schema["additionalProperties"]] as const,
  );
}

function between(amount: number, least: JsonValue | undefined, most: JsonValue | undefined): boolean {
  return (typeof least !== "number" || amount >= least) && (typeof most !== "number" || amount <= most);
}

function hasType(value: JsonValue, type: string): boolean {
  if (type === "integer") return typeof value === "number" && Number.isInteger(value);
  return type === "number" ? Number.isFinite(value) : typeName(value) === type;
}

function typeName(value: JsonValue): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

import { isJsonObject, type JsonObject, type JsonValue } from "../../json-value.ts";
import { isExact } from "../exact-number.ts";
import { fitsSchema, typesOf } from "../fits-schema.ts";
import { isSameValue } from "../same-value.ts";
import { parsed } from "./none.ts";

/** What a value becomes for a schema; `undefined` where no reading, or more than one, is valid. */
export type Coerced = { readonly value: JsonValue } | undefined;

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
const MAX_DEPTH = 200;

/**
 * Rung `coerce`: by the schema of each field alone, and only where exactly one reading is valid: "true" to true, "3" to
 * 3, JSON text to the array it spells, a scalar to a list of one. Never where a string is allowed, never by rounding,
 * truthiness or guessing; nothing is filled in or left out.
 */
export function coerce(value: JsonValue, schema: JsonValue | undefined, depth = 0): Coerced {
  if (fitsSchema(value, schema)) return { value };
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return undefined;
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches)) {
    const made = branches.map((branch) => coerce(value, branch, depth + 1));
    return onlyOne(made.filter((each) => each !== undefined && fitsSchema(each.value, schema)));
  }
  const types = typesOf(schema);
  if (isJsonObject(value)) return types.includes("object") ? coerceObject(value, schema, depth) : undefined;
  if (Array.isArray(value)) return types.includes("array") ? coerceItems(value, schema, depth) : undefined;
  if (value === null || types.includes("string")) return undefined;
  const readings = types.flatMap((type): Coerced[] => {
    if (type === "boolean") return [asBoolean(value)];
    if (type === "number" || type === "integer") return [asNumber(value)];
    return type === "array" ? [asArray(value, schema, depth)] : [];
  });
  return onlyOne(readings.filter((reading) => reading !== undefined && fitsSchema(reading.value, schema)));
}

function onlyOne(readings: readonly Coerced[]): Coerced {
  const found = readings.filter((reading) => reading !== undefined);
  const first = found[0];
  return first !== undefined && found.every((reading) => isSameValue(reading.value, first.value))
    ? first
    : undefined;
}

function coerceObject(value: JsonObject, schema: JsonObject, depth: number): Coerced {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const entries: (readonly [string, JsonValue])[] = [];
  for (const [name, each] of Object.entries(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : schema["additionalProperties"];
    const coerced = own === undefined || own === true ? { value: each } : coerce(each, own, depth + 1);
    if (coerced === undefined) return undefined;
    entries.push([name, coerced.value]);
  }
  // fromEntries defines properties, so that __proto__ stays data.
  const made = Object.fromEntries(entries) as JsonObject;
  return fitsSchema(made, schema) ? { value: made } : undefined;
}

function coerceItems(value: readonly JsonValue[], schema: JsonObject, depth: number): Coerced {
  const items: JsonValue[] = [];
  const { items: own } = schema;
  for (const each of value) {
    // A scalar in a list of lists: the row may be what was left out, or the list.
    if (!Array.isArray(each) && !fitsSchema(each, own) && mayBeArray(own)) return undefined;
    const coerced = coerce(each, own, depth + 1);
    if (coerced === undefined) return undefined;
    items.push(coerced.value);
  }
  return fitsSchema(items, schema) ? { value: items } : undefined;
}

function asBoolean(value: JsonValue): Coerced {
  if (typeof value !== "string") return undefined;
  const word = value.trim();
  if (word === "true" || word === "True" || word === "TRUE") return { value: true };
  return word === "false" || word === "False" || word === "FALSE" ? { value: false } : undefined;
}

function asNumber(value: JsonValue): Coerced {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return NUMBER.test(text) && isExact(text) ? { value: Number(text) } : undefined;
}

function mayBeArray(schema: JsonValue | undefined): boolean {
  if (!isJsonObject(schema)) return false;
  const branches = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(branches) ? branches.some(mayBeArray) : typesOf(schema).includes("array");
}

/** JSON text of an array is parsed, not wrapped; text that begins like one and is none is refused, and so is a blank one: no item, or an empty one. */
function asArray(value: JsonValue, schema: JsonObject, depth: number): Coerced {
  if (typeof value === "string" && /^\s*\[/.test(value)) {
    const inner = parsed(value);
    return Array.isArray(inner) ? coerceItems(inner, schema, depth) : undefined;
  }
  if (typeof value === "string" && value.trim() === "") return undefined;
  return coerceItems([value], schema, depth);
}

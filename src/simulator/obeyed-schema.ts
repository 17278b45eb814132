import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../json-value.ts";

/** Levels that a reader follows. */
const MAX_DEPTH = 32;
/** Places at which a schema may begin in a prompt before the reader gives up. */
const MAX_PLACES = 32;

interface Reading {
  readonly sentence: string;
  /** What a description asks for goes above the type. */
  readonly readsDescriptions: boolean;
}

/** A value for a schema: what a reader makes of it, which with descriptions is a thing that no decoder could write. */
export function obeyedSchema(schema: JsonObject, reading: Reading, depth = 0): JsonValue {
  const { type, description } = schema;
  if (reading.readsDescriptions && typeof description === "string" && /as text/.test(description))
    return "Rain falls softly on the roof.";
  if (Array.isArray(schema["enum"])) return schema["enum"][0] ?? null;
  if (depth > MAX_DEPTH) return null;
  const child = (value: JsonValue | undefined): JsonValue =>
    isJsonObject(value) ? obeyedSchema(value, reading, depth + 1) : null;
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(isJsonObject(schema["properties"]) ? schema["properties"] : {}).map(([name, each]) => [
          name,
          child(each),
        ]),
      );
    case "array":
      return Array.from({ length: Math.max(1, countOf(schema, "minItems")) }, () => child(schema["items"]));
    case "boolean":
      return true;
    case "integer":
    case "number":
      return Number(schema["minimum"] ?? Math.min(1, Number(schema["maximum"] ?? 1)));
    case "null":
      return null;
    default:
      return textOf(schema, reading.sentence);
  }
}

function textOf(schema: JsonObject, sentence: string): string {
  const longest = typeof schema["maxLength"] === "number" ? schema["maxLength"] : sentence.length;
  return sentence.padEnd(countOf(schema, "minLength"), ".").slice(0, Math.max(0, longest));
}

/** A count of a schema, held within what a model would write. */
function countOf(schema: JsonObject, name: string): number {
  const value = schema[name];
  return typeof value === "number" && value > 0 ? Math.min(1000, Math.floor(value)) : 0;
}

/** A JSON Schema that stands somewhere in a text; `null` where there is none. */
export function schemaWithin(text: string): JsonObject | null {
  let place = text.indexOf("{");
  for (let tries = 0; place >= 0 && tries < MAX_PLACES; tries += 1) {
    const end = endOfObject(text, place);
    const value = end === -1 ? undefined : parseJson(text.slice(place, end));
    if (isJsonObject(value) && isJsonObject(value["properties"])) return value;
    place = text.indexOf("{", place + 1);
  }
  return null;
}

/** Behind the brace that closes the one at `start`, strings left out; -1 where none does. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") depth += 1;
    else if (character === "}") {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}

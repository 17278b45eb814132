import { isJsonObject, type JsonObject, type JsonValue } from "../../json-value.ts";

/**
 * A schema as a short text that a small model reads well: one line a property, in the manner of a TypeScript type, with
 * descriptions as comments. A tenth of the schema's own length. What it leaves out (bounds), validation holds.
 */
export function shapeText(schema: JsonObject): string {
  return typeText(schema, 0);
}

const MAX_DEPTH = 12;

function typeText(schema: JsonValue | undefined, depth: number): string {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return "any";
  const listed = schema["enum"];
  if (Array.isArray(listed)) return listed.map((value) => JSON.stringify(value)).join(" | ");
  if (schema["type"] === "array") return arrayText(schema, depth);
  if (schema["type"] === "object") return objectText(schema, depth);
  return typeof schema["type"] === "string" ? schema["type"] : "any";
}

function arrayText(schema: JsonObject, depth: number): string {
  const item = typeText(schema["items"], depth);
  return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
}

function objectText(schema: JsonObject, depth: number): string {
  const properties = isJsonObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  if (properties.length === 0) return "{}";
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const indent = "  ".repeat(depth + 1);
  const lines = properties.map(([name, property]) => {
    const optional = required.includes(name) ? "" : "?";
    const note =
      isJsonObject(property) && typeof property["description"] === "string"
        ? ` // ${property["description"]}`
        : "";
    return `${indent}${JSON.stringify(name)}${optional}: ${typeText(property, depth + 1)}${note}`;
  });
  return `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}`;
}

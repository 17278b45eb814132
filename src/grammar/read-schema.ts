import { isJsonObject, type JsonValue } from "../json-value.ts";
import { appendPointer } from "../schema/json-pointer.ts";
import { MAX_DEPTH, MAX_NODES } from "../schema/subset.ts";
import { GrammarError } from "./grammar-error.ts";
import { hasLoneSurrogate } from "./json-spelling.ts";
import { SchemaKeywords } from "./schema-keywords.ts";
import {
  allowsEverything,
  anything,
  EVERY_NUMBER,
  type ObjectShape,
  type PropertyShape,
  type SchemaShape,
  UNBOUNDED,
} from "./schema-shape.ts";

type Place = { readonly pointer: string; readonly depth: number };

/**
 * Reads a schema into its shape, refusing whatever has no exact grammar. Keywords that say nothing about the types at hand
 * (`minItems` on a string) are allowed, as in JSON Schema, and left out.
 * @throws GrammarError with the pointer of what is at fault
 */
export function readSchema(schema: JsonValue): SchemaShape {
  return new SchemaReader().read(schema, { pointer: "", depth: 0 });
}

class SchemaReader {
  #nodes = 0;

  read(schema: JsonValue, { pointer, depth }: Place): SchemaShape {
    this.#nodes++;
    if (depth > MAX_DEPTH) throw new GrammarError(`deeper than ${MAX_DEPTH} levels`, { pointer });
    if (this.#nodes > MAX_NODES) throw new GrammarError(`more than ${MAX_NODES} schemas`, { pointer });
    if (schema === true) return anything(pointer);
    if (schema === false) throw new GrammarError("the schema false allows nothing", { pointer });
    const keywords = new SchemaKeywords(schema, pointer);
    const types = keywords.types();
    const values = keywords.values();
    const allows = (...names: readonly string[]): boolean => types.some((type) => names.includes(type));
    if (types.includes("number") && values === null) refuseNumberBounds(keywords);
    return {
      pointer,
      types,
      values,
      length: allows("string") ? keywords.counts("minLength", "maxLength") : UNBOUNDED,
      range: allows("integer", "number") ? keywords.range() : EVERY_NUMBER,
      items: allows("array") ? this.#child(keywords, "items", depth) : null,
      itemCount: allows("array") ? keywords.counts("minItems", "maxItems") : UNBOUNDED,
      object: allows("object") ? this.#object(keywords, depth) : null,
    };
  }

  #child(keywords: SchemaKeywords, keyword: string, depth: number): SchemaShape | null {
    const schema = keywords.get(keyword);
    if (schema === undefined) return null;
    if (Array.isArray(schema)) {
      throw keywords.error(keyword, "a list of schemas, one for each item, cannot be expressed here");
    }
    return this.read(schema, { pointer: keywords.at(keyword), depth: depth + 1 });
  }

  /** Null where the schema says nothing about objects. */
  #object(keywords: SchemaKeywords, depth: number): ObjectShape | null {
    const declared = keywords.get("properties") ?? {};
    if (!isJsonObject(declared)) {
      throw keywords.error("properties", "properties is an object that holds a schema for each name");
    }
    const required = keywords.required();
    const base = keywords.at("properties");
    const properties = Object.entries(declared).map(([name, schema]): PropertyShape => {
      const pointer = appendPointer(base, name);
      requireWellFormed(name, pointer);
      return { name, shape: this.read(schema, { pointer, depth: depth + 1 }), required: required.has(name) };
    });
    const additional = this.#additional(keywords, depth);
    for (const name of required) {
      if (Object.hasOwn(declared, name)) continue;
      if (additional === null) {
        throw keywords.error("required", `${JSON.stringify(name)} is required, but no property allows it`);
      }
      requireWellFormed(name, keywords.at("required"));
      properties.push({ name, shape: additional, required: true });
    }
    const isOpen = additional !== null && allowsEverything(additional);
    return isOpen && properties.length === 0 ? null : { properties, additional };
  }

  #additional(keywords: SchemaKeywords, depth: number): SchemaShape | null {
    if (keywords.get("additionalProperties") === false) return null;
    return (
      this.#child(keywords, "additionalProperties", depth) ?? anything(keywords.at("additionalProperties"))
    );
  }
}

function refuseNumberBounds(keywords: SchemaKeywords): void {
  for (const keyword of ["minimum", "maximum"]) {
    if (!keywords.has(keyword)) continue;
    throw keywords.error(keyword, `${keyword} holds for integers alone here: decimals have no exact grammar`);
  }
}

function requireWellFormed(name: string, pointer: string): void {
  if (hasLoneSurrogate(name)) {
    throw new GrammarError("this name has half of a surrogate pair in it: no text in UTF-8 can hold it", {
      pointer,
    });
  }
}

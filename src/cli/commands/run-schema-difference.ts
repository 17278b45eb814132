import type { Grammar } from "../../grammar/parse-grammar.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json-value.ts";
import { appendPointer } from "../../schema/json-pointer.ts";

/** Why a grammar refuses the text of a value that fits the schema. */
export interface Difference {
  readonly code: "duplicate_key" | "key_order" | "white_space" | "spelling" | "grammar_differs";
  /** Into the document; the root where the whole text is meant. */
  readonly pointer: string;
  readonly message: string;
}

interface Refused {
  readonly text: string;
  readonly value: JsonValue;
  readonly schema: JsonObject;
  readonly grammar: Grammar;
}

/** A grammar accepts one order of keys and one spelling of each value; this names what the text does otherwise. */
export function explainDifference({ text, value, schema, grammar }: Refused): Difference {
  const compact = withoutWhiteSpace(text);
  if (compact.keys !== countKeys(value)) {
    const message = "A key stands twice in one object: programs differ in which of the two they read.";
    return { code: "duplicate_key", pointer: "", message };
  }
  const declared = inDeclaredOrder(value, schema);
  if (!grammar.accepts(JSON.stringify(declared))) {
    const message = "The validator takes this document and the grammar does not, in any spelling.";
    return { code: "grammar_differs", pointer: "", message };
  }
  if (!grammar.accepts(JSON.stringify(value))) return keyOrder(value, declared);
  if (grammar.accepts(compact.text)) {
    const message =
      "Only the white space differs: more of it, or elsewhere, than a constrained decoder writes.";
    return { code: "white_space", pointer: "", message };
  }
  const message =
    "A string or a number is spelled in another way than the grammar's: an escape such as \\/ or \\u0041, or 1.0 for 1.";
  return { code: "spelling", pointer: "", message };
}

/** The text without the white space between its tokens, and how many keys it has. */
function withoutWhiteSpace(text: string): { readonly text: string; readonly keys: number } {
  const pieces: string[] = [];
  let keys = 0;
  let from = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    if (character === '"') index = endOfString(text, index);
    else if (character === ":") keys += 1;
    else if (" \t\r\n".includes(character)) {
      pieces.push(text.slice(from, index));
      from = index + 1;
    }
  }
  pieces.push(text.slice(from));
  return { text: pieces.join(""), keys };
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}

function countKeys(value: JsonValue): number {
  let keys = 0;
  const pending: JsonValue[] = [value];
  while (pending.length > 0) {
    const next = pending.pop()!;
    if (typeof next !== "object" || next === null) continue;
    const children = Object.values(next) as JsonValue[];
    if (!Array.isArray(next)) keys += children.length;
    for (const child of children) pending.push(child);
  }
  return keys;
}

/** The value with the keys of every object in the order of `properties`, undeclared ones last. As deep as the schema. */
function inDeclaredOrder(value: JsonValue, schema: JsonObject): JsonValue {
  if (Array.isArray(value)) {
    const items = schema["items"];
    return isJsonObject(items) ? value.map((item: JsonValue) => inDeclaredOrder(item, items)) : value;
  }
  if (!isJsonObject(value)) return value;
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const names = new Set([
    ...Object.keys(properties).filter((name) => Object.hasOwn(value, name)),
    ...Object.keys(value),
  ]);
  return Object.fromEntries(
    [...names].map((name) => {
      const child = Object.hasOwn(properties, name) ? properties[name] : schema["additionalProperties"];
      return [name, isJsonObject(child) ? inDeclaredOrder(value[name]!, child) : value[name]!];
    }),
  );
}

/** The first place where two values of the same content have their keys in another order. */
function keyOrder(value: JsonValue, declared: JsonValue, pointer = ""): Difference {
  return (
    findKeyOrder(value, declared, pointer) ?? {
      code: "key_order",
      pointer,
      message: "Keys stand in another order than the schema declares them.",
    }
  );
}

function findKeyOrder(value: JsonValue, declared: JsonValue, pointer: string): Difference | null {
  if (typeof value !== "object" || value === null || typeof declared !== "object" || declared === null)
    return null;
  const [names, wanted] = [Object.keys(value), Object.keys(declared)];
  const index = names.findIndex((name, at) => name !== wanted[at]);
  if (index >= 0) {
    const message = `Here comes ${JSON.stringify(names[index])}, where the schema declares ${JSON.stringify(wanted[index])} first. The grammar wants the declared order; the validator does not care.`;
    return { code: "key_order", pointer: appendPointer(pointer, names[index]!), message };
  }
  for (const name of names) {
    const found = findKeyOrder(
      (value as JsonObject)[name]!,
      (declared as JsonObject)[name]!,
      appendPointer(pointer, name),
    );
    if (found !== null) return found;
  }
  return null;
}

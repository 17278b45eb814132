import { isJsonObject, type JsonValue } from "../json-value.ts";
import { appendPointer } from "../schema/json-pointer.ts";
import type { DeriveContext } from "./derive-context.ts";
import { factorTexts } from "./factor-texts.ts";
import { fitsShape } from "./fits-shape.ts";
import { literal } from "./gbnf-text.ts";
import { GrammarError } from "./grammar-error.ts";
import { hasLoneSurrogate } from "./json-spelling.ts";
import type { SchemaShape } from "./schema-shape.ts";

/**
 * The values of an enum that the keywords beside it allow, as JSON.stringify spells them. Inside of an array or object white
 * space may stand where it may elsewhere.
 */
export function enumBody(context: DeriveContext, shape: SchemaShape): string {
  const pointer = appendPointer(shape.pointer, "enum");
  const values = (shape.values ?? []).filter((value) => fitsShape(shape, value));
  if (values.length === 0) {
    throw new GrammarError("no value of the enum is valid beside the other keywords", { pointer });
  }
  const texts = new Set<string>();
  const structures = new Set<string>();
  for (const value of values) {
    if (hasLoneSurrogate(value)) {
      throw new GrammarError("half of a surrogate pair: no text in UTF-8 can hold it", { pointer });
    }
    if (typeof value === "object" && value !== null) structures.add(constant(value, context.ws));
    else texts.add(JSON.stringify(value));
  }
  return [...factorTexts([...texts]), ...structures].join(" | ");
}

function constant(value: JsonValue, ws: string): string {
  if (Array.isArray(value))
    return enclosed(
      ["[", "]"],
      value.map((item) => constant(item, ws)),
      ws,
    );
  if (!isJsonObject(value)) return literal(JSON.stringify(value));
  const members = Object.entries(value).map(
    ([name, member]) => `${literal(JSON.stringify(name))} ${ws} ":" ${ws} ${constant(member, ws)}`,
  );
  return enclosed(["{", "}"], members, ws);
}

function enclosed([open, close]: readonly [string, string], members: readonly string[], ws: string): string {
  const inside = members.length === 0 ? "" : `${members.join(` ${ws} "," ${ws} `)} ${ws} `;
  return `"${open}" ${ws} ${inside}"${close}"`;
}

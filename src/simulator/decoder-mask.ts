import { deriveGrammar } from "../grammar/derive-grammar.ts";
import { GrammarError } from "../grammar/grammar-error.ts";
import type { Matcher } from "../grammar/matcher.ts";
import { parseGrammar } from "../grammar/parse-grammar.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { pointerTokens } from "../schema/json-pointer.ts";
import { TYPE_NAMES } from "../schema/subset.ts";
import { anyJson } from "./masked-text.ts";
import type { Manner } from "./profile.ts";
import type { SentConstraint } from "./read-constraint.ts";

/** What a decoder makes of a constraint: a mask, none, or the reason why there can be none. */
export type DecoderMask =
  | { readonly kind: "mask"; readonly start: Matcher }
  | { readonly kind: "free" }
  | { readonly kind: "bad_schema"; readonly type: string }
  | { readonly kind: "schema_not_object" }
  | { readonly kind: "bad_grammar" };

const FREE: DecoderMask = { kind: "free" };
/** Keywords of one schema that are dropped before it counts as one that cannot be enforced. */
const MAX_DROPPED = 64;

/** The mask for a constraint under a manner. */
export function decoderMask(manner: Manner, sent: SentConstraint | null): DecoderMask {
  if (sent === null || manner === "ignored") return FREE;
  if (sent.isMalformed) return { kind: "schema_not_object" };
  const type = sent.schema === null ? null : unknownType(sent.schema);
  if (type !== null) return { kind: "bad_schema", type };
  if (manner === "json_object" || manner === "pasted_json_mode")
    return { kind: "mask", start: anyJson("object") };
  if (manner === "json_array") return { kind: "mask", start: anyJson("array") };
  if (manner !== "enforced" && manner !== "tool_call" && manner !== "reasoning") return FREE;
  if (sent.id === "json_object" || sent.id === "any_object_schema")
    return { kind: "mask", start: anyJson("object") };
  return sent.grammar === null ? schemaMask(sent.schema ?? {}) : grammarMask(sent.grammar);
}

function grammarMask(grammar: string): DecoderMask {
  try {
    return { kind: "mask", start: parseGrammar(grammar).start() };
  } catch (error) {
    if (error instanceof GrammarError) return { kind: "bad_grammar" };
    throw error;
  }
}

/** The mask of a schema. What no grammar can express is left out of it, as real servers do with keywords they do not know. */
export function schemaMask(schema: JsonObject): DecoderMask {
  let loosened: JsonValue = schema;
  for (let dropped = 0; dropped < MAX_DROPPED && isJsonObject(loosened); dropped += 1) {
    try {
      return grammarMask(deriveGrammar(loosened));
    } catch (error) {
      if (!(error instanceof GrammarError) || !error.pointer) break;
      loosened = without(loosened, pointerTokens(error.pointer));
    }
  }
  return { kind: "bad_grammar" };
}

/** The schema without the keyword that the tokens lead to; a schema among `properties` becomes one that allows anything. */
function without(value: JsonValue, [token, ...rest]: readonly string[], parent = ""): JsonValue {
  if (token === undefined || !isJsonObject(value)) return {};
  const child = value[token];
  if (rest.length > 0 && child !== undefined && isJsonObject(child))
    return { ...value, [token]: without(child, rest, token) };
  if (parent === "properties") return { ...value, [token]: {} };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== token));
}

/** The first type in a schema that JSON Schema does not know. Without recursion: a schema may nest as deep as its text is long. */
function unknownType(schema: JsonObject): string | null {
  let level: JsonValue[] = [schema];
  while (level.length > 0) {
    for (const each of level) {
      if (!isJsonObject(each) || typeof each["type"] !== "string") continue;
      const { type } = each;
      if (!TYPE_NAMES.some((known) => known === type)) return type;
    }
    level = level.flatMap(schemasBelow);
  }
  return null;
}

function schemasBelow(schema: JsonValue): JsonValue[] {
  if (!isJsonObject(schema)) return [];
  const { properties, items, additionalProperties } = schema;
  return [
    ...(isJsonObject(properties) ? Object.values(properties) : []),
    ...(items === undefined ? [] : [items]),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ];
}

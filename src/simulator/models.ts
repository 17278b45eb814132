import type { Matcher } from "../grammar/matcher.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { type Decoded, maskedText } from "./masked-text.ts";
import { pick } from "./random.ts";

export interface ModelInput {
  /** The last message of the user. */
  readonly prompt: string;
  /** A schema that the server pasted into the prompt. */
  readonly pasted: JsonObject | null;
  /** The server told the model to answer in JSON. */
  readonly jsonMode: boolean;
  /** The decoder's mask; `null` where the model writes freely. */
  readonly mask: Matcher | null;
  readonly cap: number;
  readonly random: () => number;
}

/** Writes one answer. */
export type Model = (input: ModelInput) => Decoded;

const WORDS =
  " lantern velvet orbit pebble thistle quarry saffron harbor cinder willow brass umbra tundra gable fern russet"
    .split(" ")
    .map((word) => `${word} `)
    .slice(1);

/** A model of random words: it never writes JSON, unless its decoder allows nothing else. */
export const noiseModel: Model = ({ mask, cap, random }) => {
  if (mask !== null) return maskedText(mask, { words: WORDS, cap, random });
  const length = 12 + Math.floor(random() * 24);
  const tokens = Array.from({ length: Math.min(length, cap) }, () => pick(random, WORDS));
  return { tokens, ended: length <= cap };
};

/** A model that reads instructions, and any schema in its prompt, and obeys: within the mask, where there is one. */
export const politeModel: Model = (input) => {
  const { mask, cap, random } = input;
  const wish = wishOf(input);
  if (mask === null) return cut(wish, cap);
  for (const text of [wish, JSON.stringify({ text: wish })]) {
    const after = mask.advance(text);
    if (after?.isComplete === true) return cut(text, cap);
  }
  return maskedText(mask, { words: WORDS, cap, random });
};

function wishOf({ prompt, pasted, jsonMode }: ModelInput): string {
  const ignores = /ignore any schema/i.test(prompt);
  if (/JSON array \[1, ?2, ?3\]/.test(prompt)) return "[1,2,3]";
  if (pasted !== null && !ignores) return JSON.stringify(obeyed(pasted));
  if (/JSON object with one key "sentence"/.test(prompt))
    return JSON.stringify({ sentence: sentence(prompt) });
  if (jsonMode && !ignores) return JSON.stringify({ answer: sentence(prompt) });
  return sentence(prompt);
}

function sentence(prompt: string): string {
  const topic = /about ([a-z ]+?)[.,]/i.exec(prompt)?.[1] ?? "that";
  return `There is always more to say about ${topic}.`;
}

/** A value for a schema, following descriptions above types: what a reader makes of it, and no decoder could. */
function obeyed(schema: JsonObject): JsonValue {
  const { type, description } = schema;
  if (typeof description === "string" && /as text/.test(description)) return "Rain falls softly on the roof.";
  if (Array.isArray(schema["enum"])) return schema["enum"][0] ?? null;
  if (type === "object") {
    const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
    return Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, isJsonObject(each) ? obeyed(each) : null]),
    );
  }
  if (type === "array") return isJsonObject(schema["items"]) ? [obeyed(schema["items"])] : [];
  if (type === "boolean") return true;
  return type === "integer" || type === "number" ? 1 : "text";
}

/** In pieces of about four characters, as tokens are. */
function cut(text: string, cap: number): Decoded {
  const tokens = text.match(/[\s\S]{1,4}/g) ?? [];
  return { tokens: tokens.slice(0, cap), ended: tokens.length <= cap };
}

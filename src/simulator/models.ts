import type { Matcher } from "../grammar/matcher.ts";
import type { JsonObject } from "../json-value.ts";
import { type Decoded, maskedText } from "./masked-text.ts";
import { obeyedSchema, schemaWithin } from "./obeyed-schema.ts";
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

/** Writes answers. */
export interface Model {
  /** Does what its prompt says. */
  readonly obeys: boolean;
  readonly write: (input: ModelInput) => Decoded;
}

const WORDS =
  "lantern velvet orbit pebble thistle quarry saffron harbor cinder willow brass umbra tundra gable fern russet"
    .split(" ")
    .map((word) => `${word} `);

/** A model of random words: it never writes JSON, unless its decoder allows nothing else. */
export const noiseModel: Model = {
  obeys: false,
  write: ({ mask, cap, random }) => {
    if (mask !== null) return maskedText(mask, { words: WORDS, cap, random });
    const length = 12 + Math.floor(random() * 24);
    const tokens = Array.from({ length: Math.min(length, cap) }, () => pick(random, WORDS));
    return { tokens, ended: length <= cap };
  },
};

/** A model that reads instructions, and any schema in its prompt, and obeys: within the mask, where there is one. */
export const politeModel: Model = reader({ heedsWarnings: true });

/** As polite, but a schema that it has read goes above whatever else it is told: only the length of the prompt gives it away. */
export const stubbornModel: Model = reader({ heedsWarnings: false });

export type ModelName = "noise" | "polite" | "stubborn";

export const MODELS: Readonly<Record<ModelName, Model>> = {
  noise: noiseModel,
  polite: politeModel,
  stubborn: stubbornModel,
};

function reader({ heedsWarnings }: { readonly heedsWarnings: boolean }): Model {
  return {
    obeys: true,
    write: (input) => {
      const { mask, cap, random } = input;
      const wish = wishOf(input, heedsWarnings);
      if (mask === null) return inTokens(wish, cap);
      for (const text of [wish, JSON.stringify({ text: wish })]) {
        if (mask.advance(text)?.isComplete === true) return inTokens(text, cap);
      }
      const words = sentence(input.prompt).match(/\S+ ?/g) ?? WORDS;
      return maskedText(mask, { words, cap, random });
    },
  };
}

function wishOf({ prompt, pasted, jsonMode }: ModelInput, heedsWarnings: boolean): string {
  const ignores = heedsWarnings && /ignore any schema/i.test(prompt);
  const schema = ignores ? null : (pasted ?? schemaWithin(prompt));
  if (schema === null && /JSON array \[1, ?2, ?3\]/.test(prompt)) return "[1,2,3]";
  if (schema !== null)
    return JSON.stringify(
      obeyedSchema(schema, { sentence: sentence(prompt), readsDescriptions: heedsWarnings }),
    );
  if (/JSON object with one key "sentence"/.test(prompt))
    return JSON.stringify({ sentence: sentence(prompt) });
  if (jsonMode && !ignores) return JSON.stringify({ answer: sentence(prompt) });
  return sentence(prompt);
}

function sentence(prompt: string): string {
  const topic = /about ([a-z ]{1,40}?)[.,]/i.exec(prompt)?.[1] ?? "that";
  return `There is always more to say about ${topic}.`;
}

/** In pieces of about four characters, as tokens are. */
function inTokens(text: string, cap: number): Decoded {
  const tokens = text.match(/[\s\S]{1,4}/gu) ?? [];
  return { tokens: tokens.slice(0, cap), ended: tokens.length <= cap };
}

import type { JsonObject } from "../../json-value.ts";

/** A source of numbers in [0, 1), as `Math.random`. */
export type Random = () => number;

const CONSONANTS = "bcdfghjklmnpqrstvwxz";

/**
 * A property name that no prompt mentions and no model guesses: a letter and ten random consonants (about 43 bits).
 * Lower-case ASCII only: escaped and non-ASCII names never finish on llama.cpp b4748 with a SentencePiece vocabulary.
 */
export function createNonce(random: Random): string {
  let name = "k";
  for (let index = 0; index < 10; index += 1) name += CONSONANTS[Math.floor(random() * CONSONANTS.length)];
  return name;
}

/** The schema that a decoder must follow against the prompt: one required boolean whose name is the nonce. */
export function canarySchema(nonce: string): JsonObject {
  return objectWith(nonce, { type: "boolean" });
}

/**
 * The bait: still boolean for a decoder, but described as text, so that a model which only *read* the schema in its
 * prompt writes a sentence where a decoder allows nothing but `true` and `false`.
 */
export function baitSchema(nonce: string): JsonObject {
  return objectWith(nonce, { type: "boolean", description: "one sentence about rain, as text" });
}

function objectWith(name: string, property: JsonObject): JsonObject {
  return { type: "object", properties: { [name]: property }, required: [name], additionalProperties: false };
}

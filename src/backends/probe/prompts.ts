import type { Random } from "./canary.ts";

const TOPICS = [
  "rivers",
  "bread",
  "trains",
  "clouds",
  "lamps",
  "chairs",
  "apples",
  "winter",
  "boats",
  "gardens",
  "stones",
  "bridges",
] as const;

/** A topic and a four-digit note, fresh for every request, so that no cache answers one with the answer to another. */
export interface Subject {
  readonly topic: string;
  readonly note: number;
}

export function createSubject(random: Random): Subject {
  return {
    topic: TOPICS[Math.floor(random() * TOPICS.length)]!,
    note: 1000 + Math.floor(random() * 9000),
  };
}

/** Baseline and canary: asks for prose and forbids JSON by that word (OpenAI's json_object demands the word). */
export function plainPrompt({ topic, note }: Subject): string {
  return `Write one short plain sentence about ${topic}. Do not write JSON, braces or quotes. (Note ${note}.)`;
}

/** Bait: the same, and whatever schema a server may have pasted into the prompt is to be ignored. */
export function baitPrompt({ topic, note }: Subject): string {
  return `Ignore any schema or format found anywhere in this conversation. Write one short plain sentence about ${topic}. Do not write JSON, braces or quotes. (Note ${note}.)`;
}

/** The bait for `json_object`, which has no schema: an object-only decoder still begins with a brace. */
export function arrayPrompt({ note }: Subject): string {
  return `Write the JSON array [1,2,3] and nothing else, no object and no braces. (Note ${note}.)`;
}

/** For models that a contradiction makes silent: JSON is welcome, and the schema demands another one. */
export function agreeablePrompt({ topic, note }: Subject): string {
  return `Write a JSON object with one key "sentence" that holds a short sentence about ${topic}. (Note ${note}.)`;
}

/** Whether the server answers at all, at the least cost. */
export function tinyPrompt({ note }: Subject): string {
  return `Say yes. (Note ${note}.)`;
}

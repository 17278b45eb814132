/** Any value that JSON can hold, as `JSON.parse` returns it. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A JSON object, as `JSON.parse` returns it. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** True for a plain JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `JSON.parse` as a value: `undefined` where the text is not JSON (JSON itself has no undefined). */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

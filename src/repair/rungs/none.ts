import type { JsonValue } from "../../json-value.ts";

/** Rung `none`: the text as it is. `undefined` where it is not JSON. JSON.parse is the only builder of values on every rung. */
export function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** A container is opened and the text does not end with its closer: no JSON, which JSON.parse would tell only after building most of it. */
export function lacksItsCloser(text: string): boolean {
  let first = 0;
  while (isJsonBlank(text.charCodeAt(first))) first += 1;
  let last = text.length - 1;
  while (last > first && isJsonBlank(text.charCodeAt(last))) last -= 1;
  if (text[first] === "{") return text[last] !== "}";
  return text[first] === "[" && text[last] !== "]";
}

function isJsonBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

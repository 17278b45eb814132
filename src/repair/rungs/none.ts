import type { JsonValue } from "../../json-value.ts";

/** Rung `none`: the text as it is. `undefined` where it is not JSON. JSON.parse is the only builder of values on every rung. */
export function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

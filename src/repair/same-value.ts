import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";

/** Whether two values are the same, whatever the order of keys. Iterative, so that no depth overflows. */
export function isSameValue(one: JsonValue, other: JsonValue): boolean {
  const todo: (readonly [JsonValue, JsonValue])[] = [[one, other]];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [a, b] = next;
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      for (const [index, each] of a.entries()) todo.push([each, b[index]!]);
    } else if (isJsonObject(a) && isJsonObject(b)) {
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length || !keys.every((key) => Object.hasOwn(b, key))) return false;
      for (const key of keys) todo.push([a[key]!, b[key]!]);
    } else if (a !== b) return false;
  }
  return true;
}

/** JSON text that is the same for values that are the same; `null` where it is nested deeper than `JSON.stringify` bears. */
export function canonicalJson(value: JsonValue): string | null {
  const sorted = (_: string, each: JsonValue): JsonValue =>
    isJsonObject(each)
      ? (Object.fromEntries(
          Object.entries(each).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
        ) as JsonObject)
      : each;
  try {
    return JSON.stringify(value, sorted);
  } catch {
    return null;
  }
}

/** JSON text of a value; `null` where it is nested deeper than `JSON.stringify` bears. */
export function textOf(value: JsonValue): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

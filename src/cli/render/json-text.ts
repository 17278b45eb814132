import { withJsonEscapes } from "./json-escapes.ts";

/** One JSON document, indented, safe for a terminal. */
export function jsonText(value: unknown): string {
  return `${withJsonEscapes(JSON.stringify(value, null, 2))}\n`;
}

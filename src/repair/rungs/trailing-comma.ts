import type { TextWriter } from "../text-writer.ts";

/**
 * Rung `trailing_comma`: takes out the comma before a closer. Only one that follows an item: in `[,]` and `[1,,]` an
 * item may be missing.
 */
export function dropTrailingComma(writer: TextWriter): boolean {
  if (!writer.hasComma) return false;
  // repair: trailing_comma
  writer.dropComma();
  return true;
}

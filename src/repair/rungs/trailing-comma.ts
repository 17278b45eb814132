/** Rung `trailing_comma`: takes out the comma that stands at that index of the parts; nothing is written anew. */
export function dropComma(parts: string[], index: number): void {
  // repair: trailing_comma
  parts[index] = "";
}

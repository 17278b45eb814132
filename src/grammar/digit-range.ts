/**
 * GBNF alternatives for the decimal numbers from `low` to `high`, both canonical (no sign, no leading zero), of any length.
 * As much text as the numbers have digits, times a small factor.
 */
export function digitRange(low: string, high: string): readonly string[] {
  if (low.length === high.length) return sameLength(low, high);
  const lowIsFull = /^10*$/.test(low);
  const highIsFull = /^9*$/.test(high);
  const shortest = lowIsFull ? low.length : low.length + 1;
  const longest = highIsFull ? high.length : high.length - 1;
  return [
    ...(lowIsFull ? [] : sameLength(low, "9".repeat(low.length))),
    ...(shortest <= longest ? [inOrder("[1-9]", digits(shortest - 1, longest - 1))] : []),
    ...(highIsFull ? [] : sameLength(`1${"0".repeat(high.length - 1)}`, high)),
  ];
}

/** Numbers of one length, leading zeros counting as digits. */
function sameLength(low: string, high: string): readonly string[] {
  if (low === high) return [`"${low}"`];
  const shared = sharedPrefix(low, high);
  if (shared > 0) {
    return [`"${low.slice(0, shared)}" ${grouped(sameLength(low.slice(shared), high.slice(shared)))}`];
  }
  const [first, last] = [Number(low[0]), Number(high[0])];
  const [lowRest, highRest] = [low.slice(1), high.slice(1)];
  const lowIsFull = /^0*$/.test(lowRest);
  const highIsFull = /^9*$/.test(highRest);
  const from = lowIsFull ? first : first + 1;
  const to = highIsFull ? last : last - 1;
  return [
    ...(lowIsFull ? [] : [`"${first}" ${grouped(sameLength(lowRest, "9".repeat(lowRest.length)))}`]),
    ...(from <= to ? [inOrder(digitClass(from, to), digits(lowRest.length, lowRest.length))] : []),
    ...(highIsFull ? [] : [`"${last}" ${grouped(sameLength("0".repeat(highRest.length), highRest))}`]),
  ];
}

function sharedPrefix(low: string, high: string): number {
  let length = 0;
  while (low[length] === high[length]) length++;
  return length;
}

/** Alternatives as one element of a sequence. */
export function grouped(alternatives: readonly string[]): string {
  return alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(" | ")})`;
}

/** Elements one behind the other, without those that are empty. */
export function inOrder(...elements: readonly string[]): string {
  return elements.filter((element) => element !== "").join(" ");
}

export function digitClass(from: number, to: number): string {
  return from === to ? `"${from}"` : `[${from}-${to}]`;
}

/** From `minimum` to `maximum` digits of any kind; the empty text for none. */
export function digits(minimum: number, maximum: number): string {
  if (maximum === 0) return "";
  if (minimum === maximum) return minimum === 1 ? "[0-9]" : `[0-9]{${minimum}}`;
  return `[0-9]{${minimum},${maximum}}`;
}

import type { Element, Reference, Repetition, Terminal } from "./rule-table.ts";

export type RepetitionBounds = Pick<Repetition, "minimum" | "maximum">;

/**
 * One element repeated, as one repetition; undefined where that takes a rule of its own. A repetition of a repetition is one
 * repetition where the counts leave no gap: `(x*)*` is `x*`, and `x{1,1999}{1,1999}` is `x{1,3996001}`. Followed as they stand,
 * such towers have more readings than a text has characters.
 */
export function repeatElement(element: Element, bounds: RepetitionBounds): Repetition | undefined {
  if (element.kind !== "repetition") return asRepetition(element, bounds);
  const { body, minimum, maximum } = element;
  // Two rounds and three rounds must meet; so must none and one.
  const fewest = Math.max(bounds.minimum, 1);
  const roundsMeet = bounds.maximum <= fewest || minimum * (fewest + 1) <= maximum * fewest + 1;
  const startMeets = bounds.minimum > 0 || minimum <= 1;
  if (!roundsMeet || !startMeets) return undefined;
  return asRepetition(body, {
    minimum: minimum * bounds.minimum,
    maximum: maximum * bounds.maximum,
  });
}

function asRepetition(body: Terminal | Reference, bounds: RepetitionBounds): Repetition {
  return { kind: "repetition", body, minimum: bounds.minimum, maximum: bounds.maximum };
}

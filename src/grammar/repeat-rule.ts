import { appendPointer } from "../schema/json-pointer.ts";
import { MAX_COUNT } from "../schema/subset.ts";
import { GrammarError } from "./grammar-error.ts";
import type { GrammarWriter } from "./grammar-writer.ts";
import type { Bounds } from "./schema-shape.ts";

/** How many go into one block where a count is too large for one repetition. */
const BLOCK = 1000;

/** The largest count that blocks can make, one repetition of blocks being no longer than any other. */
const MAX_REPEAT = BLOCK * MAX_COUNT;

/** @throws GrammarError where a count is too large to be written as blocks */
export function requireCountable(
  { minimum, maximum }: Bounds,
  keywords: { readonly pointer: string; readonly low: string; readonly high: string },
): void {
  const isLow = minimum > MAX_REPEAT;
  if (!isLow && (maximum <= MAX_REPEAT || maximum === Number.POSITIVE_INFINITY)) return;
  const pointer = appendPointer(keywords.pointer, isLow ? keywords.low : keywords.high);
  throw new GrammarError(`a grammar counts to ${MAX_REPEAT} at most`, { pointer });
}

/**
 * A rule repeated, or the empty text for `{0,0}`. Only a bare name is ever repeated: llama.cpp charges a group for every
 * name first seen inside of it, and refuses the grammar at 2000. Counts above 1999 are refused by some builds and silently
 * endless in others, so they are made of blocks of a thousand: exact, and cheaper than one long chain.
 */
export function repeatRule(writer: GrammarWriter, name: string, bounds: Bounds): string {
  const { minimum, maximum } = bounds;
  if (maximum <= MAX_COUNT || (maximum === Number.POSITIVE_INFINITY && minimum <= MAX_COUNT)) {
    return name + quantifier(bounds);
  }
  const block = writer.define(`${name}-block`, name + quantifier({ minimum: BLOCK, maximum: BLOCK }));
  const parts = [
    ...repeated(block, exactly(Math.floor(minimum / BLOCK))),
    ...repeated(name, exactly(minimum % BLOCK)),
  ];
  if (maximum === Number.POSITIVE_INFINITY) return [...parts, `${name}*`].join(" ");
  parts.push(...upTo(writer, { name, block, count: maximum - minimum }));
  return parts.join(" ");
}

/** Any count from nothing to `count`: full blocks and a part of one, or all the blocks and what is left over. */
function upTo(
  writer: GrammarWriter,
  { name, block, count }: { readonly name: string; readonly block: string; readonly count: number },
): readonly string[] {
  const blocks = Math.floor(count / BLOCK);
  if (blocks === 0) return repeated(name, { minimum: 0, maximum: count });
  const some = [
    ...repeated(block, { minimum: 0, maximum: blocks - 1 }),
    ...repeated(name, { minimum: 0, maximum: BLOCK - 1 }),
  ];
  const all = [
    ...repeated(block, exactly(blocks)),
    ...repeated(name, { minimum: 0, maximum: count % BLOCK }),
  ];
  return [writer.define(`${name}-up-to-${count}`, `${some.join(" ")} | ${all.join(" ")}`)];
}

function exactly(count: number): Bounds {
  return { minimum: count, maximum: count };
}

function repeated(name: string, bounds: Bounds): readonly string[] {
  return bounds.maximum === 0 ? [] : [name + quantifier(bounds)];
}

function quantifier({ minimum, maximum }: Bounds): string {
  if (maximum === Number.POSITIVE_INFINITY) {
    if (minimum === 0) return "*";
    return minimum === 1 ? "+" : `{${minimum},}`;
  }
  if (minimum === maximum) return minimum === 1 ? "" : `{${minimum}}`;
  return minimum === 0 && maximum === 1 ? "?" : `{${minimum},${maximum}}`;
}

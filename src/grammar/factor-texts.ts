import { grouped } from "./digit-range.ts";
import { literal } from "./gbnf-text.ts";

/** Groups nest no deeper than this: readers of grammars recurse. */
const MAX_NESTING = 64;

/**
 * Alternatives for a set of different texts, with beginnings that they share written once. A decoder pays for every
 * alternative that is open at a time, for every token of its vocabulary.
 */
export function factorTexts(texts: readonly string[]): readonly string[] {
  const characters = texts.map((text) => Array.from(text));
  return factor(characters, { from: 0, depth: 0 });
}

type Level = { readonly from: number; readonly depth: number };

/** Texts that agree up to `from`, in their first order. */
function factor(texts: readonly (readonly string[])[], { from, depth }: Level): readonly string[] {
  const groups = new Map<string, (readonly string[])[]>();
  for (const text of texts) {
    const first = text[from] ?? "";
    const group = groups.get(first);
    if (group === undefined) groups.set(first, [text]);
    else group.push(text);
  }
  const alternatives: string[] = [];
  const last = [...groups.values()]
    .filter((group) => isLastCharacter(group, from))
    .map(([text]) => text![from]!);
  if (last.length > 1) alternatives.push(`[${last.join("")}]`);
  for (const group of groups.values()) {
    if (last.length > 1 && isLastCharacter(group, from)) continue;
    if (group.length === 1 || depth === MAX_NESTING) {
      alternatives.push(...group.map((text) => literal(text.slice(from).join(""))));
      continue;
    }
    const shared = sharedLength(group, from);
    const rest = factor(group, { from: shared, depth: depth + 1 });
    alternatives.push(`${literal(group[0]!.slice(from, shared).join(""))} ${grouped(rest)}`);
  }
  return alternatives;
}

/** One text with one character left, and that none of those that mean something in a class. */
function isLastCharacter(group: readonly (readonly string[])[], from: number): boolean {
  const [text, ...others] = group;
  return others.length === 0 && text?.length === from + 1 && /^[0-9A-Za-z]$/.test(text[from]!);
}

function sharedLength(texts: readonly (readonly string[])[], from: number): number {
  const [first = [], ...others] = texts;
  let length = from;
  while (length < first.length && others.every((text) => text[length] === first[length])) length++;
  return length;
}

import type { Complete } from "./scan-result.ts";

export interface Stray {
  readonly offset: number;
  readonly reason: string;
}

/** How much of the text around a document is looked at. */
const NEAR = 400;

const WORD_OR_QUOTE = /[\p{L}\p{N}_$`“”‘’-]/u;
/** An opener and a bare word, with a comment perhaps: a key whose colon is missing. */
const LONE_KEY = /[{,]\s*[\p{L}\p{N}_$-]{1,64}\s*(?:(?:#|\/\/)[^\n]*\n\s*)?$/u;
/** A comma and then an item, a key (a comment may follow it), a literal or number among others, an escaped quote, or a closer. */
const GOES_ON =
  /^[\s}\]]*,\s*(?:["'`“‘[{}\]\\]|[\p{L}\p{N}_$-]+\s*(?:[:\]}]|\/[*/])|(?:[Tt]rue|[Ff]alse|null|None|[-+.]?[0-9][0-9.eE+-]*)\s*[,\]})])/u;
/** The first quote of what follows in the line stands before a comma or a closer: a string that ended too early ends there. */
const LATE_QUOTE = /^[^\n{["]*"\s*[,}\]]/;

/** What stands around a document like a part of it: then it is no whole, and what is outside would be dropped. */
export function strayAround(
  text: string,
  { start, scan: { end, closedMismatch, misaligned } }: Complete,
): Stray | null {
  const after = text.slice(end, end + NEAR);
  const surplus = /^\s*,?\s*[}\]]/.test(after);
  const [joint, previous] = lastTwo(text, start);
  if (joint === ":" && (previous === '"' || previous === "'"))
    return { offset: start, reason: "a key stands before the document" };
  const isPart = joint === "," && /["'`”’\]}]/.test(previous);
  if (isPart || (surplus && (joint === ":" || joint === ",") && WORD_OR_QUOTE.test(previous)))
    return { offset: start, reason: "what stands before the document may belong to it" };
  if (surplus && LONE_KEY.test(text.slice(Math.max(0, start - NEAR), start)))
    return { offset: start, reason: "what stands before the document may belong to it" };
  const rest = after.slice(/^[\s}\]]*,?\s*/.exec(after)![0].length);
  if (/^["'][^"'\n]{1,200}["']\s*:/.test(rest))
    return { offset: end, reason: "a key stands after the end of the document" };
  if (GOES_ON.test(after)) return { offset: end, reason: "what stands after the document may belong to it" };
  if (joint !== '"' && LATE_QUOTE.test(after))
    return { offset: end, reason: "a quote and a closer stand after the end of the document" };
  // A closer was forgotten inside and one is left over outside, or more follows: the two readings differ. So they do where the lines say otherwise.
  const isDoubtful = (closedMismatch && (surplus || /^\s*,/.test(after))) || (misaligned && surplus);
  return isDoubtful ? { offset: end, reason: "the closers do not fit what was opened" } : null;
}

/** The last two characters before a place that are no blanks: what joins, and what it joins. */
function lastTwo(text: string, before: number): readonly [string, string] {
  const joint = lastSolid(text, before);
  return [text[joint] ?? "", text[lastSolid(text, joint)] ?? ""];
}

function lastSolid(text: string, before: number): number {
  let at = before - 1;
  const least = Math.max(0, before - NEAR);
  while (at >= least && /\s/.test(text[at]!)) at -= 1;
  return at;
}

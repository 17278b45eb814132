import type { Matcher } from "../grammar/matcher.ts";
import { parseGrammar } from "../grammar/parse-grammar.ts";
import { pick } from "./random.ts";

/** A text in tokens, and whether the model ended it itself. */
export interface Decoded {
  readonly tokens: readonly string[];
  readonly ended: boolean;
}

const STRUCTURE = [
  "{",
  "}",
  "[",
  "]",
  '"',
  ":",
  ",",
  "true",
  "false",
  "null",
  "0",
  "1",
  "7",
  "42",
  "-",
  " ",
  "\n",
] as const;
/** After so many tokens the model prefers to come to an end. */
const PATIENCE = 24;

/** What a decoder lets through: at each step a random token of the model's that the grammar allows, and no other. */
export function maskedText(
  start: Matcher,
  {
    words,
    cap,
    random,
  }: { readonly words: readonly string[]; readonly cap: number; readonly random: () => number },
): Decoded {
  const tokens: string[] = [];
  let matcher = start;
  while (tokens.length < cap) {
    if (matcher.isComplete && (matcher.allowedCodePoints().length === 0 || random() < 0.7))
      return { tokens, ended: true };
    const step = nextToken(matcher, { words, random, hurried: tokens.length > PATIENCE });
    if (step === null) return { tokens, ended: true };
    tokens.push(step.token);
    matcher = step.matcher;
  }
  return { tokens, ended: matcher.isComplete };
}

function nextToken(
  matcher: Matcher,
  {
    words,
    random,
    hurried,
  }: { readonly words: readonly string[]; readonly random: () => number; readonly hurried: boolean },
): { token: string; matcher: Matcher } | null {
  const closers = hurried ? ['"', "}", "]", ":", "true", "false"] : [];
  const candidates = [
    ...closers,
    pick(random, words),
    pick(random, STRUCTURE),
    pick(random, words),
    ...shuffled(STRUCTURE, random),
  ];
  for (const token of candidates) {
    const next = matcher.advance(token);
    if (next !== null) return { token, matcher: next };
  }
  const range = matcher.allowedCodePoints()[0];
  if (range === undefined) return null;
  const token = String.fromCodePoint(range[0]);
  const next = matcher.advance(token);
  return next === null ? null : { token, matcher: next };
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const copy = [...items];
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [copy[index], copy[other]] = [copy[other]!, copy[index]!];
  }
  return copy;
}

const JSON_RULES = `
value ::= object | array | string | number | "true" | "false" | "null"
object ::= "{" ws ( member ( "," ws member )* )? "}" ws
member ::= string ":" ws value
array ::= "[" ws ( value ( "," ws value )* )? "]" ws
string ::= "\\"" [^"\\\\\\x00-\\x1F]* "\\"" ws
number ::= "-"? ( "0" | [1-9] [0-9]* ) ws
ws ::= [ \\n]?
`;

/** Any JSON object, or any JSON array. */
export function anyJson(root: "object" | "array"): Matcher {
  return parseGrammar(`root ::= ${root}\n${JSON_RULES}`).start();
}

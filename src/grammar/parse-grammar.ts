import { errorAtOffset } from "./grammar-error.ts";
import { compileProgram } from "./match-program.ts";
import { MatchBudget, startState } from "./match-state.ts";
import { Matcher } from "./matcher.ts";
import { readRules } from "./read-rules.ts";
import { findLeftRecursion } from "./rule-facts.ts";

/** A grammar that can be asked about texts. All of it works offline; no server is involved. */
export type Grammar = {
  /** Whether the text, as a whole, is a sentence of the grammar. */
  readonly accepts: (text: string) => boolean;
  /** Whether the text is a sentence or the beginning of one. */
  readonly couldComplete: (prefix: string) => boolean;
  /** The matcher of the empty text. */
  readonly start: () => Matcher;
};

/**
 * Reads any GBNF text. Time and memory are bounded by the length of the text, whatever is in it: repetitions are counted and
 * never written out.
 * @throws GrammarError with line and column: malformed text, an undefined or doubly defined rule, no root, left recursion
 *   (llama.cpp refuses it or never returns), a root that no finite text can match
 */
export function parseGrammar(text: string): Grammar {
  const table = readRules(text);
  const recursion = findLeftRecursion(table.rules);
  if (recursion !== undefined) {
    const name = table.rules[recursion.rule]?.name;
    throw errorAtOffset(
      text,
      recursion.offset,
      `left recursion: the rule ${name} comes back to itself before it reads a character`,
    );
  }
  const root = compileProgram(table);
  if (root === undefined) {
    const offset = table.rules[table.root]?.offset ?? 0;
    throw errorAtOffset(text, offset, "the grammar is endless: no finite text matches its rule root");
  }
  const start = new Matcher(startState(root, new MatchBudget(text.length)));
  return {
    accepts: (sentence) => start.advance(sentence)?.isComplete === true,
    couldComplete: (prefix) => start.couldFollow(prefix),
    start: () => start,
  };
}

import { deriveGrammar } from "../../../src/grammar/derive-grammar.ts";
import { GrammarError } from "../../../src/grammar/grammar-error.ts";
import { type Grammar, parseGrammar } from "../../../src/grammar/parse-grammar.ts";
import type { JsonObject } from "../../../src/json-value.ts";

/** The grammar of a schema; undefined where a part of the schema allows nothing, which is refused with a pointer. */
export function grammarOrUndefined(schema: JsonObject): Grammar | undefined {
  try {
    return parseGrammar(deriveGrammar(schema));
  } catch (error) {
    if (error instanceof GrammarError && error.pointer !== undefined) return undefined;
    throw error;
  }
}

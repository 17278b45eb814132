import { GrammarError } from "../../../src/grammar/grammar-error.ts";

/** The GrammarError that a call throws. Anything else fails the test. */
export function grammarErrorOf(run: () => unknown): GrammarError {
  try {
    run();
  } catch (error) {
    if (error instanceof GrammarError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

import type { DeriveContext } from "./derive-context.ts";
import { inOrder } from "./digit-range.ts";
import { rawCharacterClass } from "./gbnf-text.ts";
import type { GrammarWriter } from "./grammar-writer.ts";
import { repeatRule } from "./repeat-rule.ts";
import type { Bounds } from "./schema-shape.ts";

/**
 * White space between two tokens: none, one blank, or a newline with up to twenty blanks or tabs. That is compact JSON, the
 * `", "` and `": "` that models write, and indented JSON. It is bounded because a weak model pads to its token cap where any
 * white space is allowed (XGrammar 412, vllm 21026).
 */
export function whitespaceRule(writer: GrammarWriter): string {
  return writer.define("ws", String.raw`(" " | "\n" [ \t]{0,20})?`);
}

/**
 * One character of a JSON string, as JSON Schema counts them: a code point, raw or escaped. A pair of surrogate escapes is
 * one character, and half of a pair is none.
 */
export function characterRule(writer: GrammarWriter): string {
  const high = String.raw`[dD] [89abAB] [0-9a-fA-F]{2} "\\u" [dD] [c-fC-F] [0-9a-fA-F]{2}`;
  const unit = `[0-9a-ce-fA-CE-F] [0-9a-fA-F]{3} | [dD] [0-7] [0-9a-fA-F]{2} | ${high}`;
  const unicode = writer.define("unicode-escape", unit);
  return writer.define("char", String.raw`${rawCharacterClass()} | "\\" (["\\/bfnrt] | "u" ${unicode})`);
}

/** A string of so many characters. */
export function stringRule(context: DeriveContext, length: Bounds): string {
  const { writer } = context;
  const { minimum, maximum } = length;
  const isEvery = minimum === 0 && maximum === Number.POSITIVE_INFINITY;
  const upTo = maximum === Number.POSITIVE_INFINITY ? "any" : maximum;
  const characters = maximum === 0 ? "" : repeatRule(writer, context.character, length);
  const quote = String.raw`"\""`;
  return writer.define(
    isEvery ? "string" : `string-${minimum}-to-${upTo}`,
    inOrder(quote, characters, quote),
  );
}

export function booleanRule(writer: GrammarWriter): string {
  return writer.define("boolean", '"true" | "false"');
}

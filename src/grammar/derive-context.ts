import type { GrammarWriter } from "./grammar-writer.ts";
import type { SchemaShape } from "./schema-shape.ts";

/** What the rules of one kind of value need of the rest of a derivation. To ask for `ws` or `character` writes its rule. */
export type DeriveContext = {
  readonly writer: GrammarWriter;
  /** One name or literal that matches exactly the values of the shape. */
  rule(shape: SchemaShape, hint: string): string;
  /** The rule of white space between two tokens. */
  readonly ws: string;
  /** The rule of one character in a JSON string. */
  readonly character: string;
};

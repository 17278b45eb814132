import type { JsonObject } from "../json-value.ts";
import type { TypeName } from "../schema/subset.ts";
import { arrayBody } from "./array-rules.ts";
import type { DeriveContext } from "./derive-context.ts";
import { enumBody } from "./enum-rules.ts";
import { GrammarError } from "./grammar-error.ts";
import { GrammarWriter } from "./grammar-writer.ts";
import { booleanRule, characterRule, stringRule, whitespaceRule } from "./json-tokens.ts";
import { integerRule, numberRule } from "./number-rules.ts";
import { objectBody } from "./object-rules.ts";
import { MAX_GRAMMAR_LENGTH } from "./read-rules.ts";
import { readSchema } from "./read-schema.ts";
import { requireCountable } from "./repeat-rule.ts";
import { ALL_TYPES, allowsEverything, anything, type ObjectShape, type SchemaShape } from "./schema-shape.ts";

/**
 * The GBNF grammar of a schema. It accepts the JSON texts that are valid for the schema and have the declared properties in
 * declared order, `JSON.stringify` of every such value among them, and nothing else. docs/grammar.md lists what a text may
 * not vary: names and enum values are spelled as JSON.stringify spells them, integers have no fraction, numbers and white
 * space are bounded, nothing stands behind the document.
 *
 * The text loads in llama.cpp from early 2025 on, in ik_llama.cpp and in XGrammar (vLLM): no underscore in a name, no count
 * above 1999, nothing but bare names repeated, no left recursion.
 * @throws GrammarError with the pointer of what cannot be expressed
 */
export function deriveGrammar(schema: JsonObject): string {
  const shape = readSchema(schema);
  const deriver = new Deriver();
  const text = deriver.writer.text(deriver.body(shape, "root"));
  if (text.length > MAX_GRAMMAR_LENGTH) {
    const reason = `the grammar would be longer than ${MAX_GRAMMAR_LENGTH} characters`;
    throw new GrammarError(reason, { pointer: "" });
  }
  return text;
}

class Deriver implements DeriveContext {
  readonly writer: GrammarWriter = new GrammarWriter();
  #ws: string | undefined;
  #character: string | undefined;
  #anyValue: string | undefined;

  get ws(): string {
    this.#ws ??= whitespaceRule(this.writer);
    return this.#ws;
  }

  get character(): string {
    this.#character ??= characterRule(this.writer);
    return this.#character;
  }

  rule(shape: SchemaShape, hint: string): string {
    const body = this.body(shape, hint);
    return ONE_ELEMENT.test(body) ? body : this.writer.define(hint, body);
  }

  /** GBNF alternatives for the values of a shape. */
  body(shape: SchemaShape, hint: string): string {
    if (shape.values !== null) return enumBody(this, shape);
    if (allowsEverything(shape)) return this.#anything();
    const [only, ...others] = shape.types;
    if (only !== undefined && others.length === 0) return this.#ofType(only, shape, hint);
    const rules = shape.types.map((type) => {
      const body = this.#ofType(type, shape, `${hint}-${type}`);
      return ONE_ELEMENT.test(body) ? body : this.writer.define(`${hint}-${type}`, body);
    });
    return rules.join(" | ");
  }

  #ofType(type: TypeName, shape: SchemaShape, hint: string): string {
    switch (type) {
      case "object":
        return objectBody(this, shape.object ?? ANY_OBJECT, hint);
      case "array":
        return this.#array(shape, hint);
      case "string":
        requireCountable(shape.length, { pointer: shape.pointer, low: "minLength", high: "maxLength" });
        return stringRule(this, shape.length);
      case "integer":
        return integerRule(this.writer, shape.range, shape.pointer);
      case "number":
        return numberRule(this.writer);
      case "boolean":
        return booleanRule(this.writer);
      case "null":
        return '"null"';
    }
  }

  #array(shape: SchemaShape, hint: string): string {
    requireCountable(shape.itemCount, { pointer: shape.pointer, low: "minItems", high: "maxItems" });
    const { items } = shape;
    const item = (): string => (items === null ? this.#anything() : this.rule(items, `${hint}-item`));
    return arrayBody(this, { item, count: shape.itemCount, hint });
  }

  #anything(): string {
    if (this.#anyValue !== undefined) return this.#anyValue;
    const name = this.writer.reserve("value");
    this.#anyValue = name;
    const rules = ALL_TYPES.map((type) => {
      const body = this.#ofType(type, anything(""), type);
      return ONE_ELEMENT.test(body) ? body : this.writer.define(type, body);
    });
    this.writer.complete(name, rules.join(" | "));
    return name;
  }
}

/** A body that is one name or literal and needs no rule of its own. */
const ONE_ELEMENT = /^(?:[a-z][a-z0-9-]*|"null")$/;

const ANY_OBJECT: ObjectShape = { properties: [], additional: anything("") };

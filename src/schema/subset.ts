import type { JsonValue } from "../json-value.ts";

/** The types a schema of the subset may name. A union of types is outside of it. */
export const TYPE_NAMES = ["object", "array", "string", "integer", "number", "boolean", "null"] as const;

export type TypeName = (typeof TYPE_NAMES)[number];

/** Every keyword of the subset that constrains. What a keyword means is JSON Schema's (draft 2020-12). */
export const CONSTRAINT_KEYWORDS = [
  "type",
  "properties",
  "required",
  "items",
  "enum",
  "additionalProperties",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
] as const;

/** Keywords that say something to a reader and constrain nothing. */
export const ANNOTATION_KEYWORDS = ["title", "description"] as const;

const SUBSET: ReadonlySet<string> = new Set([...CONSTRAINT_KEYWORDS, ...ANNOTATION_KEYWORDS]);

export function isSubsetKeyword(keyword: string): boolean {
  return SUBSET.has(keyword);
}

/**
 * The largest count that every llama.cpp build from early 2025 on reads and keeps: builds from b7139 (Nov 2025) refuse a
 * repetition of 2000 and more, later ones take it and stop counting.
 */
export const MAX_COUNT = 1999;

/** Levels of nesting that the library walks; OpenAI's strict mode stops at 10, node-llama-cpp at 512. */
export const MAX_DEPTH = 256;

/** Schema nodes and enum values that the library reads before it calls a schema too large. */
export const MAX_NODES = 100_000;

type Annotations = { readonly title?: string; readonly description?: string };

export type StringSchema = Annotations & {
  readonly type: "string";
  readonly minLength?: number;
  readonly maxLength?: number;
};

/** `minimum` and `maximum` come together: a bound on one side leaks in llama.cpp's own converter. */
export type IntegerSchema = Annotations & {
  readonly type: "integer";
  readonly minimum?: number;
  readonly maximum?: number;
};

export type PlainSchema = Annotations & { readonly type: "number" | "boolean" | "null" };

export type EnumSchema = Annotations & { readonly type?: TypeName; readonly enum: readonly JsonValue[] };

export type ArraySchema = Annotations & {
  readonly type: "array";
  readonly items: SubsetSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
};

export type ObjectSchema = Annotations & {
  readonly type: "object";
  readonly properties: { readonly [name: string]: SubsetSchema };
  readonly required: readonly string[];
  readonly additionalProperties: false;
};

/** A schema that every engine reads the same way, as far as any does. `lintSchema` gives no finding for one. */
export type SubsetSchema =
  | StringSchema
  | IntegerSchema
  | PlainSchema
  | EnumSchema
  | ArraySchema
  | ObjectSchema;

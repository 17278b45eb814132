import type { JsonValue } from "../json-value.ts";
import type { TypeName } from "../schema/subset.ts";

/** Counts of characters, items or the like. `maximum` is Infinity where there is no upper bound. */
export type Bounds = { readonly minimum: number; readonly maximum: number };

export type PropertyShape = {
  readonly name: string;
  readonly shape: SchemaShape;
  readonly required: boolean;
};

/** `properties` in declared order. `additional` is the schema of every other key, or null where there may be none. */
export type ObjectShape = {
  readonly properties: readonly PropertyShape[];
  readonly additional: SchemaShape | null;
};

/**
 * A schema that was read: every keyword known, every value of the right kind, and only what counts for the types that it
 * allows. `types` never holds both number and integer.
 */
export type SchemaShape = {
  readonly pointer: string;
  readonly types: readonly TypeName[];
  /** The values of `enum`, all of the others holding too. */
  readonly values: readonly JsonValue[] | null;
  readonly length: Bounds;
  /** In `integer` alone, unless `values` are given. Minus and plus Infinity where there is no bound. */
  readonly range: Bounds;
  /** Null for items of any kind. */
  readonly items: SchemaShape | null;
  readonly itemCount: Bounds;
  /** Null for every object. */
  readonly object: ObjectShape | null;
};

export const UNBOUNDED: Bounds = { minimum: 0, maximum: Number.POSITIVE_INFINITY };

export const EVERY_NUMBER: Bounds = { minimum: Number.NEGATIVE_INFINITY, maximum: Number.POSITIVE_INFINITY };

export const ALL_TYPES: readonly TypeName[] = ["object", "array", "string", "number", "boolean", "null"];

/** The shape of every JSON value. */
export function anything(pointer: string): SchemaShape {
  return {
    pointer,
    types: ALL_TYPES,
    values: null,
    length: UNBOUNDED,
    range: EVERY_NUMBER,
    items: null,
    itemCount: UNBOUNDED,
    object: null,
  };
}

export function allowsEverything(shape: SchemaShape): boolean {
  return (
    shape.types.length === ALL_TYPES.length &&
    isUnbounded(shape.length) &&
    isUnbounded(shape.itemCount) &&
    shape.values === null &&
    (shape.items === null || allowsEverything(shape.items)) &&
    shape.object === null
  );
}

function isUnbounded(bounds: Bounds): boolean {
  return bounds.minimum === 0 && bounds.maximum === Number.POSITIVE_INFINITY;
}

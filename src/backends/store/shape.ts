import { isJsonObject } from "../../json-value.ts";

/** Tells whether a value read from a file has the shape that code relies on. */
export type Shape = (value: unknown) => boolean;

export const isString: Shape = (value) => typeof value === "string";
export const isBoolean: Shape = (value) => typeof value === "boolean";
export const isNumber: Shape = (value) => typeof value === "number";

export const isOneOf =
  (allowed: readonly string[]): Shape =>
  (value) =>
    typeof value === "string" && allowed.includes(value);

export const isNullOr =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value);

export const isArrayOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);

/** An object with all of these fields; others may stand beside them. */
export const isObjectWith =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isJsonObject(value) && Object.entries(fields).every(([name, shape]) => shape(value[name]));

import { isJsonObject, type JsonValue } from "../json-value.ts";
import type { Bounds, SchemaShape } from "./schema-shape.ts";

/** Whether a value is valid for all of a shape but its own `values`: what stands beside an enum. */
export function fitsShape(shape: SchemaShape, value: JsonValue): boolean {
  if (!shape.types.some((type) => hasType(value, type))) return false;
  if (typeof value === "string") return isWithin(shape.length, Array.from(value).length);
  if (typeof value === "number") return isWithin(shape.range, value);
  if (Array.isArray(value)) {
    const { items } = shape;
    return (
      isWithin(shape.itemCount, value.length) &&
      (items === null || value.every((item) => isValid(items, item)))
    );
  }
  return !isJsonObject(value) || fitsObject(shape, value);
}

function isValid(shape: SchemaShape, value: JsonValue): boolean {
  return fitsShape(shape, value) && (shape.values?.some((allowed) => isSame(allowed, value)) ?? true);
}

function fitsObject({ object }: SchemaShape, value: { readonly [name: string]: JsonValue }): boolean {
  if (object === null) return true;
  const shapes = new Map(object.properties.map(({ name, shape }) => [name, shape]));
  const hasAll = object.properties.every(({ name, required }) => !required || Object.hasOwn(value, name));
  return (
    hasAll &&
    Object.entries(value).every(([name, member]) => {
      const shape = shapes.get(name) ?? object.additional;
      return shape !== null && isValid(shape, member);
    })
  );
}

function hasType(value: JsonValue, type: string): boolean {
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function isWithin({ minimum, maximum }: Bounds, amount: number): boolean {
  return amount >= minimum && amount <= maximum;
}

/** Equal as JSON Schema has it: numbers by value, objects in any order. Both nest no deeper than an enum may. */
function isSame(left: JsonValue, right: JsonValue): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isSame(item, right[index] ?? null));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return left === right;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSame(left[name] ?? null, right[name] ?? null))
  );
}

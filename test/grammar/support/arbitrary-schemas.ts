import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../../src/json-value.ts";

/** Names that collide once they are cleaned up, begin alike, need escapes, or mean something to JavaScript or GBNF. */
const NAMES = [
  ...["a", "ab", "abc", "b", "a-b", "a_b", "a b", "A-b", "root", "ws", "char", "é", "😀", "", "x::=y"],
  ...['quote"', "back\\", "new\nline", "nul\0", "/", "]^-", "constructor", "toString", "naïve", "操作"],
];

const name = fc.constantFrom(...NAMES);

/** ajv takes two values for different that differ in what `constructor` is, though it be data. */
const plainName = name.filter((one) => one !== "constructor" && one !== "toString");

const text = (maxLength: number): fc.Arbitrary<string> => fc.string({ unit: "binary", maxLength });

const integer = fc.oneof(
  fc.integer({ min: -12, max: 12 }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => Math.trunc(value)),
);

const number = fc.oneof(integer, fc.double({ noNaN: true, noDefaultInfinity: true }));

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(text(4), number, fc.boolean(), fc.constant(null));

/** Any value at all, with names that schemas use. */
const anyValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(plainName, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

function bounds(low: string, high: string, values: fc.Arbitrary<number>): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(values, values, fc.constantFrom("both", "low", "high", "none"))
    .map(([left, right, sides]) => ({
      ...(sides === "both" || sides === "low" ? { [low]: Math.min(left, right) } : {}),
      ...(sides === "both" || sides === "high" ? { [high]: Math.max(left, right) } : {}),
    }));
}

const count = fc.integer({ min: 0, max: 4 });

type Levels = { schema: JsonObject };

/** Schemas within reach of a grammar, three levels deep at most. */
export const arbitrarySchema: fc.Arbitrary<JsonObject> = fc.letrec<Levels>((tie) => {
  const child = tie("schema");
  const object = fc
    .record({
      names: fc.uniqueArray(name, { maxLength: 4 }),
      schemas: fc.array(child, { minLength: 4, maxLength: 4 }),
      required: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      additional: fc.oneof(fc.constantFrom(false, false, true, undefined), child),
    })
    .map(({ names, schemas, required, additional }) => ({
      type: "object",
      properties: Object.fromEntries(names.map((key, index) => [key, schemas[index] ?? {}])),
      required: names.filter((_, index) => required[index]),
      ...(additional === undefined ? {} : { additionalProperties: additional }),
    }));
  const array = fc
    .tuple(fc.option(child, { nil: undefined }), bounds("minItems", "maxItems", count))
    .map(([items, counts]) => ({ type: "array", ...(items === undefined ? {} : { items }), ...counts }));
  const enumeration = fc
    .tuple(
      fc.array(anyValue, { minLength: 1, maxLength: 5 }),
      fc.constantFrom({}, { type: "string" }, { minLength: 2 }, { maximum: 3 }),
    )
    .map(([values, beside]) => ({ enum: values, ...beside }));
  const union = fc.subarray(["null", "boolean", "integer", "number", "string", "array"], { minLength: 1 });
  return {
    schema: fc.oneof(
      { maxDepth: 2, depthSize: "small" },
      bounds("minLength", "maxLength", count).map((length) => ({ type: "string", ...length })),
      bounds("minimum", "maximum", integer).map((range) => ({ type: "integer", ...range })),
      fc.constantFrom({ type: "number" }, { type: "boolean" }, { type: "null" }, {}),
      enumeration,
      union.map((type) => ({ type })),
      object,
      object,
      array,
    ),
  };
}).schema;

/** Values of a schema more often than not, with properties in declared order, and others of any kind. */
export function arbitraryValue(schema: JsonObject): fc.Arbitrary<JsonValue> {
  return fc.oneof({ weight: 7, arbitrary: likelyValue(schema) }, { weight: 1, arbitrary: anyValue });
}

function likelyValue(schema: JsonObject): fc.Arbitrary<JsonValue> {
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as JsonValue[]));
  const type = schema["type"];
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => likelyValue({ type: one as string })));
  const limit = (keyword: string, otherwise: number): number =>
    (schema[keyword] as number | undefined) ?? otherwise;
  switch (type) {
    case "string":
      return fc.string({
        unit: "binary",
        minLength: limit("minLength", 0),
        maxLength: limit("maxLength", limit("minLength", 0) + 2),
      });
    case "integer":
      return fc.oneof(integer, likelyInteger(limit("minimum", -1e30), limit("maximum", 1e30)));
    case "number":
      return number;
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array": {
      const minLength = limit("minItems", 0);
      const items = (schema["items"] as JsonObject | undefined) ?? {};
      return fc.array(arbitraryValue(items), { minLength, maxLength: limit("maxItems", minLength + 2) });
    }
    case "object":
      return likelyObject(schema);
    default:
      return anyValue;
  }
}

/** Near a bound, where ranges go wrong. */
function likelyInteger(minimum: number, maximum: number): fc.Arbitrary<number> {
  return fc
    .tuple(
      fc.constantFrom(minimum, maximum, 0),
      fc.integer({ min: -3, max: 3 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([near, step, share]) =>
      step === 3 ? Math.trunc(minimum * share + maximum * (1 - share)) : near + step,
    );
}

function likelyObject(schema: JsonObject): fc.Arbitrary<JsonValue> {
  const properties = Object.entries(schema["properties"] as JsonObject);
  const required = schema["required"] as readonly string[];
  const additional = schema["additionalProperties"];
  const otherSchema = typeof additional === "object" ? (additional as JsonObject) : {};
  const members = properties.map(([key, child]) =>
    fc.option(arbitraryValue(child as JsonObject), { nil: undefined, freq: required.includes(key) ? 30 : 2 }),
  );
  const others = fc.array(fc.tuple(fc.oneof(name, text(3)), arbitraryValue(otherSchema), fc.nat(4)), {
    maxLength: additional === false ? 1 : 2,
    size: additional === false ? "xsmall" : "small",
  });
  return fc.tuple(fc.tuple(...members), others).map(([values, extra]) => {
    const declared = properties.map(([key], index) => [key, values[index]] as const);
    const entries: (readonly [string, JsonValue])[] = declared.flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    );
    for (const [key, value, at] of extra) {
      if (!properties.some(([known]) => known === key)) entries.splice(at, 0, [key, value]);
    }
    return Object.fromEntries(entries) as JsonObject;
  });
}

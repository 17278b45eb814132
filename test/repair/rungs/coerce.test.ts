import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json-value.ts";
import { repair } from "../../../src/repair/repair.ts";

const INTEGER_OR_NUMBER: JsonObject = { oneOf: [{ type: "integer" }, { type: "number" }] };

test.each<[string, JsonObject, unknown]>([
  ['{"a":"3"}', { type: "object", properties: { a: { type: "integer" } } }, { a: 3 }],
  ['{"a":"True"}', { type: "object", properties: { a: { type: "boolean" } } }, { a: true }],
  [
    '{"a":"x"}',
    { type: "object", properties: { a: { type: "array", items: { type: "string" } } } },
    { a: ["x"] },
  ],
  ['{"a":"[1,2]"}', { type: "object", properties: { a: { type: "array" } } }, { a: [1, 2] }],
  ['{"a":"3"}', { anyOf: [{ type: "object", properties: { a: { type: "integer" } } }] }, { a: 3 }],
])("%s is coerced by %j", (text, schema, value) => {
  expect(repair(text, { schema })).toMatchObject({ status: "ok", rung: "coerce", value });
});

test.each<[string, string, JsonObject]>([
  ["two branches of oneOf take the value", "3", INTEGER_OR_NUMBER],
  ["two branches of oneOf take what it becomes", '"3"', INTEGER_OR_NUMBER],
  [
    "what stands beside anyOf is not met",
    '{"a":"3"}',
    { required: ["b"], anyOf: [{ type: "object", properties: { a: { type: "integer" } } }] },
  ],
  ["it would be rounded", '"9007199254740993"', { type: "integer" }],
  ["a string is allowed", '{"a":3}', { type: "object", properties: { a: { type: ["string", "boolean"] } } }],
])("nothing is coerced where %s", (_, text, schema) => {
  expect(repair(text, { schema })).toMatchObject({ status: "unrepairable" });
});

test("a valid document of any depth is refused by a schema without a crash", () => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const schema: JsonObject = { oneOf: [{ type: "array" }, { type: "array", items: {} }] };
  expect(repair(deep, { schema })).toMatchObject({ status: "unrepairable" });
});

import { Ajv } from "ajv";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../src/json-value.ts";

/**
 * ajv's verdicts: the oracle that shares no code with the grammar. Without `allErrors` ajv overlooks a missing property named "".
 */
export function ajvFor(schema: JsonObject): (value: JsonValue) => boolean {
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return (value) => validate(value) === true;
}

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  ownProperties: true,
  logger: false,
  validateSchema: false,
});

/** The value with the properties of each object in declared order, others behind them: the one order that a grammar knows. */
export function inDeclaredOrder(schema: JsonValue | undefined, value: JsonValue): JsonValue {
  if (!isJsonObject(schema) || schema["enum"] !== undefined) return value;
  if (Array.isArray(value)) return value.map((item) => inDeclaredOrder(schema["items"], item));
  if (!isJsonObject(value)) return value;
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const declared = Object.keys(properties).filter((name) => Object.hasOwn(value, name));
  const others = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  return Object.fromEntries([
    ...declared.map((name) => [name, inDeclaredOrder(properties[name], value[name] ?? null)]),
    ...others.map((name) => [name, inDeclaredOrder(schema["additionalProperties"], value[name] ?? null)]),
  ]) as JsonObject;
}

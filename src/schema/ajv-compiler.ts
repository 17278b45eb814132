import { AJV_OPTIONS, boundErrors } from "./ajv-options.ts";
import type { ValidatorError } from "./issue.ts";
import type { SchemaNode } from "./walk-schema.ts";

/** The failures of a value, empty for a valid one. */
export type ErrorsOf = (value: unknown) => readonly ValidatorError[];

/** Throws what ajv throws for a schema that it cannot compile. */
export type Compile = (schema: SchemaNode) => ErrorsOf;

/** The one place that imports ajv: for schemas of the subset, which need no dialect and get bounded errors. */
export async function loadSubsetCompiler(): Promise<Compile> {
  const { Ajv } = await import("ajv");
  return (schema) => errorsWith(new Ajv({ ...AJV_OPTIONS, code: { process: boundErrors } }), schema);
}

/** For any other schema: JSON Schema 2020-12, and draft-07 for what 2020-12 cannot read (a list under `items`). */
export async function loadDialectCompiler(): Promise<Compile> {
  const [{ Ajv }, { Ajv2020 }] = await Promise.all([import("ajv"), import("ajv/dist/2020.js")]);
  return (schema) => {
    try {
      return errorsWith(new Ajv2020(AJV_OPTIONS), schema);
    } catch (error) {
      try {
        return errorsWith(new Ajv(AJV_OPTIONS), schema);
      } catch {
        throw error;
      }
    }
  };
}

interface Compiler {
  readonly compile: (schema: SchemaNode) => {
    (value: unknown): unknown;
    errors?: readonly (ValidatorError | undefined)[] | null;
  };
}

function errorsWith(ajv: Compiler, schema: SchemaNode): ErrorsOf {
  const validate = ajv.compile(schema);
  // ajv shortens and lengthens its list while it tries alternatives; a gap in it is no error.
  return (value) => (validate(value) ? [] : (validate.errors ?? []).filter((error) => error !== undefined));
}

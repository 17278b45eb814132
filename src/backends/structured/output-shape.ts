import { deriveGrammar } from "../../grammar/derive-grammar.ts";
import { GrammarError } from "../../grammar/grammar-error.ts";
import { parseGrammar } from "../../grammar/parse-grammar.ts";
import type { JsonObject } from "../../json-value.ts";
import { compileSchema } from "../../schema/compile-schema.ts";
import type { ContractName } from "../../schema/contract.ts";
import { contractOf } from "../../schema/contracts/index.ts";
import type { LintFinding } from "../../schema/lint-finding.ts";
import type { Validator } from "../../schema/validator.ts";
import { validatorFor } from "../../schema/validator-for.ts";
import type { Constraint } from "../wire/wire-forms.ts";
import { shapeText } from "./shape-text.ts";

/** Everything about an output that a call needs, made once for each contract and each schema. */
export interface OutputShape {
  readonly constraint: Constraint;
  readonly validator: Validator;
  /** For the prompt. */
  readonly text: string;
}

export type ResolvedShape =
  | { readonly ok: true; readonly shape: OutputShape }
  | { readonly ok: false; readonly message: string; readonly findings: readonly LintFinding[] };

const contracts = new Map<ContractName, Promise<OutputShape>>();
const schemas = new WeakMap<JsonObject, Promise<ResolvedShape>>();

export async function shapeOfContract(name: ContractName): Promise<OutputShape> {
  let shape = contracts.get(name);
  if (shape === undefined) {
    const { schema } = contractOf(name);
    const plain = schema as unknown as JsonObject;
    shape = validatorFor(name).then((validator) => ({
      constraint: constraintOf(name, plain),
      validator,
      text: shapeText(plain),
    }));
    contracts.set(name, shape);
  }
  return await shape;
}

/** A schema of the caller's own. It is not to be changed afterwards: what was made of it is kept by its identity. */
export async function shapeOfSchema(schema: JsonObject, name: string): Promise<ResolvedShape> {
  let shape = schemas.get(schema);
  if (shape === undefined) {
    shape = compileSchema(schema).then((compiled) =>
      compiled.ok
        ? {
            ok: true,
            shape: {
              constraint: constraintOf(name, schema),
              validator: compiled.validator,
              text: shapeText(schema),
            },
          }
        : {
            ok: false,
            message: compiled.findings[0]?.message ?? "the schema cannot be used",
            findings: compiled.findings,
          },
    );
    schemas.set(schema, shape);
  }
  return await shape;
}

function constraintOf(name: string, schema: JsonObject): Constraint {
  return {
    name: name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "answer",
    schema,
    grammar: grammarOf(schema),
  };
}

/** `null` where the schema has no grammar: the grammar forms are then passed over. One that our own parser cannot read is never sent. */
function grammarOf(schema: JsonObject): string | null {
  try {
    const grammar = deriveGrammar(schema);
    parseGrammar(grammar);
    return grammar;
  } catch (error) {
    if (error instanceof GrammarError) return null;
    throw error;
  }
}

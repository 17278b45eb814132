import { deriveGrammar } from "../../grammar/derive-grammar.ts";
import { GrammarError } from "../../grammar/grammar-error.ts";
import type { JsonObject } from "../../json-value.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { chooseSchema, type SchemaChoice } from "./run-schema-input.ts";

export type DerivedGrammar =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly pointer: string; readonly message: string };

export async function runSchemaGrammar(
  options: SchemaChoice & { readonly json?: boolean },
  io: Io,
): Promise<ExitCode> {
  const chosen = await chooseSchema(options, io);
  const derived = derive(chosen.schema);
  const exitCode = derived.ok ? EXIT.ok : EXIT.findings;
  if (options.json) {
    const error = derived.ok ? null : { pointer: derived.pointer, message: derived.message };
    const grammar = derived.ok ? derived.text : null;
    io.print(jsonText({ schema_version: 1, contract: chosen.contract, grammar, error, exit_code: exitCode }));
  } else if (derived.ok) {
    io.print(`${derived.text.trimEnd()}\n`);
  } else {
    io.warn(
      `slmcode: no grammar can say this schema: ${plainText(derived.message).slice(0, 400)}\n  slmcode schema lint says what to write instead.\n`,
    );
  }
  return exitCode;
}

/** The grammar, or the place in the schema that has none. */
export function derive(schema: JsonObject): DerivedGrammar {
  try {
    return { ok: true, text: deriveGrammar(schema) };
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    return { ok: false, pointer: error.pointer ?? "", message: error.message };
  }
}

import { GrammarError } from "../../grammar/grammar-error.ts";
import { type Grammar, parseGrammar } from "../../grammar/parse-grammar.ts";
import type { JsonValue } from "../../json-value.ts";
import { compileSchema } from "../../schema/compile-schema.ts";
import type { Validator } from "../../schema/validator.ts";
import { validatorFor } from "../../schema/validator-for.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { UsageError } from "../usage-error.ts";
import type { CheckReport, GrammarVerdict } from "./run-schema-check-report.ts";
import { checkText } from "./run-schema-check-text.ts";
import { explainDifference } from "./run-schema-difference.ts";
import { derive } from "./run-schema-grammar.ts";
import {
  type ChosenSchema,
  chooseSchema,
  parseText,
  readInput,
  type SchemaChoice,
} from "./run-schema-input.ts";
import { schemaStyle } from "./run-schema-style.ts";

const NO_VERDICT: GrammarVerdict = {
  accepted: null,
  offset: null,
  line: null,
  column: null,
  reason: null,
  error: null,
};

export async function runSchemaCheck(
  file: string | undefined,
  options: SchemaChoice & { readonly json?: boolean; readonly color?: boolean },
  io: Io,
): Promise<ExitCode> {
  if (options.schema === "-" && (file === undefined || file === "-")) {
    throw new UsageError(
      "the document and the schema cannot both come from stdin",
      "Name a file for one of them.",
    );
  }
  const chosen = await chooseSchema(options, io);
  const validator = await validatorOf(chosen);
  const input = await readInput(file, "document", io);
  const parsed = parseText(input.text);
  const report = parsed.ok
    ? judge({ text: input.text.trim(), value: parsed.value, source: input.source }, chosen, validator)
    : notJson(parsed.message, { source: input.source, contract: chosen.contract });
  if (options.json) io.print(jsonText(report));
  else if (report.not_json === null) {
    io.print(
      checkText(report, {
        source: chosen.source,
        style: await schemaStyle(options, io),
        columns: io.columns,
      }),
    );
  } else {
    throw new UsageError(
      `the document ${report.document} is not JSON: ${report.not_json}`,
      input.text.trim() === ""
        ? null
        : `slmcode repair ${report.document === "stdin" ? "-" : report.document} may mend it.`,
    );
  }
  return report.exit_code;
}

async function validatorOf({ contract, schema, source }: ChosenSchema): Promise<Validator> {
  if (contract !== null) return validatorFor(contract);
  const compiled = await compileSchema(schema);
  if (compiled.ok) return compiled.validator;
  const { pointer, message } = compiled.findings[0]!;
  throw new UsageError(
    `the schema ${source} cannot be applied: ${plainText(`${pointer === "" ? "(root)" : pointer}: ${message}`).slice(0, 400)}`,
    "slmcode schema lint lists everything that is wrong with it.",
  );
}

interface Document {
  readonly text: string;
  readonly value: JsonValue;
  readonly source: string;
}

function judge(document: Document, chosen: ChosenSchema, validator: Validator): CheckReport {
  const issues = validator.validate(document.value);
  const grammar = grammarVerdict(document, { chosen, fits: issues.length === 0 });
  const differs = grammar.reason?.code === "duplicate_key" || grammar.reason?.code === "grammar_differs";
  const valid = issues.length === 0 && !differs;
  return {
    schema_version: 1,
    contract: chosen.contract,
    document: document.source,
    valid,
    not_json: null,
    issues,
    grammar,
    exit_code: valid ? EXIT.ok : EXIT.findings,
  };
}

function notJson(
  message: string,
  { source, contract }: { readonly source: string; readonly contract: string | null },
): CheckReport {
  return {
    schema_version: 1,
    contract,
    document: source,
    valid: false,
    not_json: message,
    issues: [],
    grammar: NO_VERDICT,
    exit_code: EXIT.usage,
  };
}

function grammarVerdict(
  { text, value }: Document,
  { chosen, fits }: { readonly chosen: ChosenSchema; readonly fits: boolean },
): GrammarVerdict {
  const derived = derive(chosen.schema);
  if (!derived.ok) return { ...NO_VERDICT, error: { pointer: derived.pointer, message: derived.message } };
  try {
    const grammar = parseGrammar(derived.text);
    if (grammar.accepts(text)) return { ...NO_VERDICT, accepted: true };
    const offset = refusedAt(grammar, text);
    const before = text.slice(0, offset).split("\n");
    return {
      accepted: false,
      offset,
      line: before.length,
      column: before.at(-1)!.length + 1,
      reason: fits ? explainDifference({ text, value, schema: chosen.schema, grammar }) : null,
      error: null,
    };
  } catch (error) {
    // A RangeError: a value too deep to be written again.
    if (!(error instanceof GrammarError || error instanceof RangeError)) throw error;
    return { ...NO_VERDICT, error: { pointer: "", message: error.message } };
  }
}

/** Steps of this size, so that a long text is read once. */
const STEP = 4096;

function refusedAt(grammar: Grammar, text: string): number {
  let offset = 0;
  let matcher = grammar.start();
  for (let step = STEP; step >= 1; ) {
    const next = offset < text.length ? matcher.advance(text.slice(offset, offset + step)) : null;
    if (next === null) step = Math.floor(step / 2);
    else {
      matcher = next;
      offset = Math.min(text.length, offset + step);
    }
  }
  return offset;
}

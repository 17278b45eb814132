import { type ErrorsOf, loadDialectCompiler, loadSubsetCompiler } from "./ajv-compiler.ts";
import { issuesOf } from "./issue.ts";
import { type Finding, type LintFinding, quote, toLintFinding } from "./lint-finding.ts";
import { collectFindings } from "./lint-schema.ts";
import { runWithDeadline } from "./run-with-deadline.ts";
import { MAX_NODES } from "./subset.ts";
import type { Validator } from "./validator.ts";
import type { SchemaNode } from "./walk-schema.ts";

/** A validator, or why the schema cannot be used. */
export type CompiledSchema =
  | { readonly ok: true; readonly validator: Validator }
  /** The schema cannot be applied to anything; at least one finding says why. */
  | { readonly ok: false; readonly findings: readonly LintFinding[] };

/** Schemas that have no JSON text of a bearable size. */
const UNREADABLE: ReadonlySet<string> = new Set(["not_an_object", "cyclic_schema", "too_deep", "too_large"]);

const COMPILE_LIMIT_MS = 5000;
const VALIDATE_LIMIT_MS = 2000;
const MAX_CACHED = 100;

const cache = new Map<string, Promise<CompiledSchema>>();

/**
 * A validator for a schema of the user's own, kept for the next call with the same content. Keywords outside of the subset are applied too
 * (JSON Schema 2020-12; `format` and unknown ones are not); such a schema is stopped after two seconds of one document, because a
 * `pattern` or nested `allOf` can take forever.
 */
export async function compileSchema(schema: unknown): Promise<CompiledSchema> {
  const findings = collectFindings(schema);
  const unreadable = findings.filter(({ code }) => UNREADABLE.has(code));
  if (unreadable.length > 0) return refused(unreadable);
  const text = textOf(schema);
  if (text === null) return refused([{ code: "too_deep", pointer: "", detail: "some" }]);

  const known = cache.get(text);
  cache.delete(text);
  const compiled = known ?? compileText(text, findings);
  cache.set(text, compiled);
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!);
  return compiled;
}

/** The schema as JSON; `null` where a keyword nobody reads holds something that has no JSON text. */
function textOf(schema: unknown): string | null {
  try {
    return JSON.stringify(schema);
  } catch {
    return null;
  }
}

async function compileText(text: string, findings: readonly Finding[]): Promise<CompiledSchema> {
  // A copy: nobody can change it afterwards, and it has no prototype or getter of its own.
  const schema = JSON.parse(text) as SchemaNode;
  const inSubset = findings.every(({ code }) => code !== "unsupported_keyword" && code !== "invalid_value");
  const compile = inSubset ? await loadSubsetCompiler() : await loadDialectCompiler();
  try {
    const compiled = runWithDeadline(() => compile(schema), COMPILE_LIMIT_MS);
    if (!compiled.done) return refused([{ code: "too_large", pointer: "", detail: String(MAX_NODES) }]);
    return { ok: true, validator: { validate: validateWith(compiled.value, { schema, inSubset }) } };
  } catch (error) {
    const detail = `ajv cannot read this schema: ${quote((error as Error).message).slice(1, -1)}.`;
    const invalid = findings.filter(({ code }) => code === "invalid_value");
    return refused(invalid.length > 0 ? invalid : [{ code: "invalid_value", pointer: "", detail }]);
  }
}

function validateWith(
  errorsOf: ErrorsOf,
  { schema, inSubset }: { readonly schema: SchemaNode; readonly inSubset: boolean },
): Validator["validate"] {
  return (value) => {
    if (inSubset) return issuesOf(errorsOf(value), { value, schema });
    const checked = runWithDeadline(() => errorsOf(value), VALIDATE_LIMIT_MS);
    if (checked.done) return issuesOf(checked.value, { value, schema });
    const expected =
      checked.why === "time"
        ? `an answer within ${VALIDATE_LIMIT_MS} ms`
        : "a schema that does not refer to itself";
    return [{ code: "not_checkable", pointer: "", expected, got: null }];
  };
}

function refused(findings: readonly Finding[]): CompiledSchema {
  return { ok: false, findings: findings.map(toLintFinding) };
}

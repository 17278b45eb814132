import { describe, expect, test } from "vitest";
import { deriveGrammar } from "../../src/grammar/derive-grammar.ts";
import { GrammarError } from "../../src/grammar/grammar-error.ts";
import type { JsonObject } from "../../src/json-value.ts";
import { lintSchema } from "../../src/schema/lint-schema.ts";
import { readRows } from "./read-fixture.ts";

function refusedAt(schema: JsonObject): string | null {
  try {
    deriveGrammar(schema);
    return null;
  } catch (error) {
    if (!(error instanceof GrammarError) || error.pointer === undefined) throw error;
    return error.pointer;
  }
}

describe("the lint and the derivation agree", () => {
  const rows = readRows<{ about: string; schema: JsonObject }>("outside-subset.jsonl");

  test.each(rows)("about whether slmcode's own grammar can say it: $about", ({ schema }) => {
    const against = lintSchema(schema).filter(({ targets }) => targets.includes("slmcode_grammar"));
    const pointer = refusedAt(schema);
    expect(pointer !== null).toBe(against.length > 0);
    // The lint points at the very name in `required`, the derivation at the list.
    const places = against.flatMap((finding) => [finding.pointer, finding.pointer.replace(/\/\d+$/, "")]);
    if (pointer !== null) expect(places).toContain(pointer);
  });
});

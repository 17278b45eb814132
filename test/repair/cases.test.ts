import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json-value.ts";
import { repair } from "../../src/repair/repair.ts";

interface RepairCase {
  readonly id: string;
  readonly input: string;
  readonly schema?: JsonObject;
  readonly expect: {
    readonly outcome: "ok" | "truncated" | "unrepairable";
    readonly value?: JsonValue;
    readonly rung?: string;
  };
}

const cases: readonly RepairCase[] = readFileSync("test/fixtures/repair/cases.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as RepairCase);

describe("what models really wrote", () => {
  test.each(cases.map((each) => [each.id, each] as const))("%s", (_, each) => {
    const result = repair(each.input, each.schema === undefined ? {} : { schema: each.schema });
    const { outcome, value, rung } = each.expect;
    const got = {
      outcome: result.status,
      ...(result.status === "ok" ? { value: result.value, rung: result.rung } : {}),
    };
    expect(got, result.reason ?? "").toEqual({ outcome, ...(outcome === "ok" ? { value, rung } : {}) });
  });
});

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { jsonrepair } from "jsonrepair";
import { expect, test } from "vitest";
import type { JsonValue } from "../../src/json-value.ts";
import { repair } from "../../src/repair/repair.ts";

interface Difference {
  readonly id: string;
  readonly ours: "ok" | "truncated" | "unrepairable";
  readonly jsonrepair: "value" | "error";
  readonly right: "ours";
  readonly why: string;
}

function linesOf<Line>(name: string): readonly Line[] {
  return readFileSync(`test/fixtures/repair/${name}`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

/** The cases that need no schema: jsonrepair knows none. */
const cases = linesOf<{ readonly id: string; readonly input: string; readonly schema?: object }>(
  "cases.jsonl",
).filter((each) => each.schema === undefined);

function theirs(text: string): { readonly value: JsonValue } | null {
  try {
    return { value: JSON.parse(jsonrepair(text)) as JsonValue };
  } catch {
    return null;
  }
}

test("jsonrepair and we differ exactly where it is recorded which is right, and why", () => {
  const found = cases.flatMap(({ id, input }) => {
    const [mine, other] = [repair(input), theirs(input)];
    const agree =
      mine.status === "ok" ? other !== null && isDeepStrictEqual(other.value, mine.value) : other === null;
    return agree ? [] : [{ id, ours: mine.status, jsonrepair: other === null ? "error" : "value" }];
  });
  const recorded = linesOf<Difference>("differences.jsonl");
  expect(found).toEqual(recorded.map(({ id, ours, jsonrepair: other }) => ({ id, ours, jsonrepair: other })));
  expect(recorded.filter((each) => each.right !== "ours" || each.why === "")).toEqual([]);
});

test("no text that was cut off comes out as a value, though jsonrepair gives one for each", () => {
  const cut = cases.filter((each) => repair(each.input).status === "truncated");
  expect(cut.length).toBeGreaterThan(15);
  expect(cut.filter((each) => theirs(each.input) === null).length).toBeLessThan(cut.length / 2);
});

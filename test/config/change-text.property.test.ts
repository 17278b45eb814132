import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Change, changeText } from "../../src/config/change-text.ts";
import { parseJsonc } from "../../src/config/jsonc.ts";
import type { JsonObject, JsonValue } from "../../src/json-value.ts";

/** White space and comments, as people strew them. */
const trivia = (lineBreak: string): fc.Arbitrary<string> => {
  const pieces = ["", "", " ", "  ", "\t", lineBreak, `${lineBreak}  `, "/**/", "/* x */", '/*"a":1,}]*/'];
  const lines = ["//", "// x", '//"b": 2,', "///*", "// {["].map((each) => each + lineBreak);
  return fc.array(fc.constantFrom(...pieces, ...lines), { maxLength: 3 }).map((each) => each.join(""));
};

const name = fc.constantFrom("a", "b", "c", "endpoints", "__proto__", "ü", "with space", "");

/** JSONC texts of an object: repeated and odd names, comments everywhere, trailing commas, any line end. */
const jsonc: fc.Arbitrary<string> = fc.constantFrom("\n", "\r\n").chain((lineBreak) => {
  const blank = trivia(lineBreak);
  const { object } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2, depthSize: "small" },
      fc.constantFrom("1", "-2.5e3", '"x"', '"// no, /* comment */ \\" ,}"', "null", "true", '""'),
      tie("object"),
      tie("array"),
    ),
    object: container("{", "}", fc.tuple(name, blank, blank, tie("value")).map(property)),
    array: container("[", "]", tie("value")),
  }));
  function container(open: string, close: string, item: fc.Arbitrary<string>): fc.Arbitrary<string> {
    const items = fc.array(
      fc.tuple(blank, item, blank).map((parts) => parts.join("")),
      { maxLength: 4 },
    );
    return fc
      .tuple(items, blank, fc.boolean())
      .map(
        ([list, last, comma]) =>
          `${open}${list.join(",")}${comma && list.length > 0 ? "," : ""}${last}${close}`,
      );
  }
  return fc.tuple(fc.constantFrom("", "\ufeff"), blank, object, blank).map((parts) => parts.join(""));
});

function property([key, before, after, value]: [string, string, string, string]): string {
  return `${JSON.stringify(key)}${before}:${after}${value}`;
}

const path = fc.array(name, { minLength: 1, maxLength: 3 });
const newValue = fc.oneof(fc.integer(), fc.string(), fc.boolean());

const OPTIONS = { numRuns: 1000 };

function jsonOf(text: string): JsonObject {
  const parse = parseJsonc(text.replace(/^\ufeff/, ""));
  if (!parse.ok || parse.root === null) throw new Error(`does not parse: ${JSON.stringify(text)}`);
  return parse.root.value as JsonObject;
}

/** The comments of a text, in their order. */
function comments(text: string): readonly string[] {
  const body = text.replace(/^\ufeff/, "");
  const parse = parseJsonc(body);
  if (!parse.ok) return [];
  return parse.tokens
    .filter(({ kind }) => kind === "line_comment" || kind === "block_comment")
    .map(({ offset, end }) => body.slice(offset, end));
}

function expected(
  value: JsonValue,
  [head, ...rest]: readonly string[],
  to: JsonValue | undefined,
): JsonValue {
  const object = value as JsonObject;
  const copy = Object.assign(Object.create(null), object) as Record<string, JsonValue>;
  if (rest.length > 0) copy[head!] = expected(object[head!] ?? Object.create(null), rest, to);
  else if (to === undefined) delete copy[head!];
  else copy[head!] = to;
  return copy;
}

/** Every object on the way to the path is one, so that the edit is possible. */
function isReachable(value: JsonValue, [head, ...rest]: readonly string[]): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const next = (value as JsonObject)[head!];
  return rest.length === 0 || next === undefined || isReachable(next, rest);
}

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const unit of part) {
    at = whole.indexOf(unit, at);
    if (at === -1) return false;
    at += unit.length;
  }
  return true;
}

function changed(text: string, change: Change): string {
  const result = changeText(text, [change]);
  if (!result.ok) throw new Error(result.problem);
  return result.text;
}

describe("any edit of any JSONC text", () => {
  test("setting gives the value, and keeps every comment", () => {
    fc.assert(
      fc.property(jsonc, path, newValue, (text, where, value) => {
        const before = jsonOf(text);
        fc.pre(isReachable(before, where));
        const after = changed(text, { op: "set", path: where, value });
        expect(jsonOf(after)).toEqual(expected(before, where, value));
        const replaced = where.reduce<JsonValue | undefined>(
          (each, key) => (each as JsonObject | undefined)?.[key],
          before,
        );
        // A value that is an object or a list takes the comments inside it along.
        if (typeof replaced !== "object" || replaced === null)
          expect(comments(after)).toEqual(comments(text));
      }),
      OPTIONS,
    );
  });

  test("adding only adds: what was there is still there, character by character", () => {
    fc.assert(
      fc.property(jsonc, newValue, (text, value) => {
        const after = changed(text, { op: "set", path: ["new key"], value });
        expect(isSubsequence(text, after)).toBe(true);
        const line = JSON.stringify("new key");
        expect(after.length).toBeLessThan(text.length + line.length + JSON.stringify(value).length + 60);
      }),
      OPTIONS,
    );
  });

  test("replacing touches the value's own span alone", () => {
    fc.assert(
      fc.property(jsonc, newValue, (text, value) => {
        const parse = parseJsonc(text.replace(/^\ufeff/, ""));
        const last = parse.ok ? parse.root?.properties.at(-1) : undefined;
        fc.pre(last !== undefined && JSON.stringify(last.value.value) !== JSON.stringify(value));
        const mark = text.startsWith("\ufeff") ? 1 : 0;
        const after = changed(text, { op: "set", path: [last!.name], value });
        const { offset, end } = last!.value;
        expect(after).toBe(text.slice(0, offset + mark) + JSON.stringify(value) + text.slice(end + mark));
      }),
      OPTIONS,
    );
  });

  test("removing takes the key away, keeps every other value, and every comment outside it", () => {
    fc.assert(
      fc.property(jsonc, path, (text, where) => {
        const before = jsonOf(text);
        fc.pre(isReachable(before, where));
        const after = changed(text, { op: "unset", path: where });
        const parent = where
          .slice(0, -1)
          .reduce<JsonValue | undefined>((each, key) => (each as JsonObject | undefined)?.[key], before);
        if (parent === undefined || !(where.at(-1)! in (parent as JsonObject))) {
          expect(after).toBe(text);
          return;
        }
        expect(jsonOf(after)).toEqual(expected(before, where, undefined));
        expect(isSubsequence(after, text)).toBe(true);
      }),
      OPTIONS,
    );
  });

  test("setting a new key and removing it again gives the text back", () => {
    fc.assert(
      fc.property(jsonc, newValue, (text, value) => {
        fc.pre(Object.keys(jsonOf(text)).length > 0);
        const there = changed(text, { op: "set", path: ["new key"], value });
        const back = changed(there, { op: "unset", path: ["new key"] });
        expect(jsonOf(back)).toEqual(jsonOf(text));
        expect(comments(back)).toEqual(comments(text));
      }),
      OPTIONS,
    );
  });
});

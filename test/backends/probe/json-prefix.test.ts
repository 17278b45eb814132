import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonPrefix } from "../../../src/backends/probe/json-prefix.ts";

describe("jsonPrefix", () => {
  test.each([
    ["{}", "complete"],
    ['{"a":1}', "complete"],
    ["[1,2,3]", "complete"],
    [' {"a": [true, {"b": null}]} ', "complete"],
    ["{", "prefix"],
    ['{"a', "prefix"],
    ['{"a":tr', "prefix"],
    ['{"a":-', "prefix"],
    ['{"a":1.', "prefix"],
    ['{"a":"\\u12', "prefix"],
    ["[", "prefix"],
    ["", "broken"],
    ["true", "broken"],
    ["Rain falls.", "broken"],
    ["{a:1}", "broken"],
    ['{"a":1,}', "broken"],
    ["{,}", "broken"],
    ['{"a" 1}', "broken"],
    ['{"a":1} and more', "broken"],
    ['{"a":tru3', "broken"],
    ['{"a":01', "broken"],
    ['{"a":1]', "broken"],
    ['{"a\nb', "broken"],
    ['{"a":"\\x', "broken"],
    ["```json\n{}", "broken"],
  ] as const)("reads %j as %s", (text, expected) => {
    expect(jsonPrefix(text)).toBe(expected);
  });

  test("every proper prefix of a document is a prefix, and the whole of it complete", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        const length = 1 + (cut % text.length);
        expect(jsonPrefix(text.slice(0, length))).toBe(length === text.length ? "complete" : "prefix");
      }),
    );
  });

  test("a hundred thousand levels neither crash nor take long", () => {
    expect(jsonPrefix('{"a":'.repeat(100_000))).toBe("prefix");
  });
});

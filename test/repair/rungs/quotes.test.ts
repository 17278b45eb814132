import { describe, expect, test } from "vitest";
import { repair } from "../../../src/repair/repair.ts";

test.each([
  ["{'a':'it's'}", { a: "it's" }],
  ["{'a':'the boys' song', 'b':1}", { a: "the boys' song", b: 1 }],
  ["['boys' #1 hit']", ["boys' #1 hit"]],
  ["{'a':'x' # note\n}", { a: "x" }],
  ["{'a':'x' // note\n,'b':'y'}", { a: "x", b: "y" }],
  ["{“a”: “b”}", { a: "b" }],
  ['{"a”:"b”,"c”:"d"}', { a: "b", c: "d" }],
  ["[`x`, `it's`]", ["x", "it's"]],
])("%s is read", (text, value) => {
  expect(repair(text)).toMatchObject({ status: "ok", value });
});

describe("a quote inside a string that may end it or begin the next one has two readings", () => {
  test.each([
    ["a comma is missing at a line break", "['http://a.b' \n 'the boys' song']"],
    ["and the next key is bare", "{'a': 'x'\nb : 'y'}"],
    ["a comma is missing on one line", "['it's'  'x',1]"],
    ["a colon is missing", "{'a' 1, 'b':2}"],
    ["and a comment follows", "{'a'false, /* c */ 'b':2}"],
    ["before an object", "{“a” {“b” : “c”}}"],
    ["a closing quote is missing", "{'a: {'b': 1}}"],
    ["in backticks", "{`a: null\n,`b`: 1}"],
    ["after a list", "{`a: [ ]\n `b`: 1}"],
  ])("%s", (_, text) => {
    expect(repair(text)).toMatchObject({ status: "unrepairable" });
  });
});

test.each(["{'a': 'boys' #1 hi", "['a' // b", "{'a':'x' //", "```json\n['a' # "])(
  "%j may be cut off inside the string",
  (text) => {
    expect(repair(text)).toMatchObject({ status: "truncated", open: "string", offset: text.length });
  },
);

test("a comment too long to be looked at closes no string", () => {
  const text = `{'a':'x' # ${"long ".repeat(200)}'b\n}`;
  expect(repair(text).status).not.toBe("ok");
});

describe("what looks like a comment behind a string may be a part of it", () => {
  test.each([['{"a": "say "#1"\n}'], ['["x", "see "//host"\n]'], ['{"the "#1": 2\n}']])("%s", (text) => {
    expect(repair(text)).toMatchObject({ status: "unrepairable" });
  });

  test.each([
    ['["x" # was "y"\n]', ["x"]],
    ['["x" // it\'s fine\n]', ["x"]],
    ['["x", // a 24" screen\n"y"]', ["x", "y"]],
    ['{"n": 24 # 24" screen\n}', { n: 24 }],
  ])("but %s is a comment", (text, value) => {
    expect(repair(text)).toMatchObject({ status: "ok", value });
  });
});

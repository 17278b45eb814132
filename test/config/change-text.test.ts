import { describe, expect, test } from "vitest";
import { type Change, changeText } from "../../src/config/change-text.ts";

const set = (path: string, value: string | number): Change => ({ op: "set", path: path.split("."), value });
const unset = (path: string): Change => ({ op: "unset", path: path.split(".") });
const append = (path: string, value: string): Change => ({ op: "append", path: path.split("."), value });

type Row = readonly [title: string, before: string, change: Change, after: string];

const ROWS: readonly Row[] = [
  ["replaces a value and nothing else", '{ "a" :1 , "b":2 }', set("a", 5), '{ "a" :5 , "b":2 }'],
  ["adds behind the last property of a line", '{"a":1}', set("b", 2), '{"a":1, "b": 2}'],
  ["adds a line where there are lines", '{\n  "a": 1\n}\n', set("b", 2), '{\n  "a": 1,\n  "b": 2\n}\n'],
  ["keeps a trailing comma", '{\n  "a": 1,\n}\n', set("b", 2), '{\n  "a": 1,\n  "b": 2,\n}\n'],
  ["keeps a trailing comma on one line", '{"a":1,}', set("b", 2), '{"a":1, "b": 2,}'],
  ["leaves a comment with its line", '{\n  "a": 1 // x\n}', set("b", 2), '{\n  "a": 1, // x\n  "b": 2\n}'],
  ["and behind a trailing comma", '{\n  "a": 1, // x\n}', set("b", 2), '{\n  "a": 1, // x\n  "b": 2,\n}'],
  ["never lands inside a line comment", '{"a":1 // x\n}', set("b", 2), '{"a":1, // x\n  "b": 2\n}'],
  [
    "leaves comments below where they are",
    '{\n  "a": 1\n  // z\n}',
    set("b", 2),
    '{\n  "a": 1,\n  "b": 2\n  // z\n}',
  ],
  [
    "uses tabs where tabs are used",
    '{\n\t"a": 1\n}',
    set("b.c", 2),
    '{\n\t"a": 1,\n\t"b": {\n\t\t"c": 2\n\t}\n}',
  ],
  ["uses the file's line ends", '{\r\n  "a": 1\r\n}\r\n', set("b", 2), '{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n'],
  ["keeps a byte order mark", '\ufeff{"a":1}', set("a", 2), '\ufeff{"a":2}'],
  ["fills an empty object", "{}", set("a", 1), '{\n  "a": 1\n}'],
  ["fills an object of two lines", "{\n}\n", set("a", 1), '{\n  "a": 1\n}\n'],
  ["fills an object that holds a comment", "{ // x\n}\n", set("a", 1), '{ // x\n  "a": 1\n}\n'],
  ["fills an object that holds a block", "{/*x*/}", set("a", 1), '{/*x*/\n  "a": 1\n}'],
  ["begins an empty file", "", set("a", 1), '{\n  "a": 1\n}\n'],
  ["begins below comments", "// mine", set("a", 1), '// mine\n{\n  "a": 1\n}\n'],
  ["makes what is on the way", "{}", set("a.b.c", 1), '{\n  "a": {\n    "b": {\n      "c": 1\n    }\n  }\n}'],
  ["goes into what is there", '{"a":{"b":1}}', set("a.c", 2), '{"a":{"b":1, "c": 2}}'],
  ["changes the one that counts", '{"a":1,"a":2}', set("a", 3), '{"a":1,"a":3}'],
  ["writes nothing for the same value", '{"a": 1.0 }', set("a", 1), '{"a": 1.0 }'],
  ["escapes what it writes", '{"a":1}', set("a", 'x"\n'), '{"a":"x\\"\\n"}'],
  ["removes a line", '{\n  "a": 1,\n  "b": 2\n}\n', unset("a"), '{\n  "b": 2\n}\n'],
  [
    "removes the last line and the comma before",
    '{\n  "a": 1,\n  "b": 2\n}\n',
    unset("b"),
    '{\n  "a": 1\n}\n',
  ],
  [
    "keeps every comment",
    '{\n  // c\n  "a": 1, // x\n  "b": 2\n}',
    unset("a"),
    '{\n  // c\n  // x\n  "b": 2\n}',
  ],
  ["and of the last", '{\n  "a": 1, // x\n  // d\n  "b": 2\n}', unset("b"), '{\n  "a": 1 // x\n  // d\n}'],
  ["keeps a comment before a comma", '{"a":1 /*x*/,"b":2}', unset("a"), '{/*x*/"b":2}'],
  ["removes within a line", '{ "a": 1, "b": 2, "c": 3 }', unset("b"), '{ "a": 1, "c": 3 }'],
  ["removes the last of a line", '{ "a": 1, "b": 2 }', unset("b"), '{ "a": 1 }'],
  ["removes the only one", '{"a":1}', unset("a"), "{}"],
  ["removes with a trailing comma", '{\n  "a": 1,\n}', unset("a"), "{\n}"],
  ["removes all of one name", '{"a":1,"b":2,"a":3}', unset("a"), '{"b":2}'],
  ["removes inside", '{"a":{"b":1,"c":2}}', unset("a.b"), '{"a":{"c":2}}'],
  ["removes nothing that is not there", '{"a":1} // x', unset("b.c"), '{"a":1} // x'],
  ["appends to a list", '{"l":["x" /*y*/]}', append("l", "z"), '{"l":["x", /*y*/ "z"]}'],
  ["appends to an empty list", '{"l":[]}', append("l", "z"), '{"l":["z"]}'],
  ["appends line by line", '{"l":[\n  "x",\n]}', append("l", "z"), '{"l":[\n  "x",\n  "z",\n]}'],
  ["makes a list", "{}", append("l", "z"), '{\n  "l": ["z"]\n}'],
  ["appends nothing twice", '{"l":["z"]}', append("l", "z"), '{"l":["z"]}'],
];

describe("changeText", () => {
  test.each(ROWS)("%s", (_title, before, change, after) => {
    expect(changeText(before, [change])).toEqual({ ok: true, text: after });
  });

  test("applies changes one after the other", () => {
    const changes = [set("a", 1), set("b", 2), unset("a")];
    expect(changeText("{}", changes)).toEqual({ ok: true, text: '{\n  "b": 2\n}' });
  });

  test.each([
    ["half a file", '{"a": 1,\n "b"', /^line 2, column 5: is not valid JSON/],
    ["a word", "hello", /^line 1, column 1: is not valid JSON/],
    ["two values", "{} {}", /line 1, column 4: is not valid JSON/],
    ["a list", "[1]", /holds no object/],
    ["a comment without end", "{} /* x", /is not valid JSON/],
    ["deep nesting", `{"a":${"[".repeat(100_000)}`, /nested deeper than 32 levels/],
    ["a number on the way", '{"b": 3}', /"b" is no object/],
  ])("refuses %s, with the line", (_title, text, problem) => {
    const changed = changeText(text, [set("b.c", 1)]);
    expect(changed).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });
});

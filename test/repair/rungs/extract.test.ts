import { describe, expect, test } from "vitest";
import { repair } from "../../../src/repair/repair.ts";

describe("what begins a document is read as one, so that no inner part is taken for it", () => {
  test.each([
    ['[ # note\n{"a":1}, 2]', [{ a: 1 }, 2]],
    ['[# note\n{"a":1}, 2]', [{ a: 1 }, 2]],
    ['[ // note\n{"a":1}, 2]', [{ a: 1 }, 2]],
    ['Here: { a /* note */ : {"b": 1}}', { a: { b: 1 } }],
    ['{ a // note\n : {"b": 1}, c # note\n : 2}', { a: { b: 1 }, c: 2 }],
    ['[.5, {"a":1}]', [0.5, { a: 1 }]],
    ['[+5, {"a":1}]', [5, { a: 1 }]],
  ])("%j", (text, value) => {
    expect(repair(text)).toMatchObject({ status: "ok", value });
  });
});

test.each([
  'See [#12] and list[0]: {"a":1}',
  'Use {x} like this: {"a":1}',
  'For {name of it} the `result`: {"a":1}',
])("%s: what only looks like a document is passed over", (text) => {
  expect(repair(text)).toMatchObject({ status: "ok", value: { a: 1 } });
});

describe("nothing is dropped beside a document", () => {
  test.each([
    ["a list flush behind a list", '["a"]["b"]'],
    ["numbers flush behind a list", "[1,2][3]"],
    ["integers that JSON.parse rounds to the same", '{"a":9007199254740993} {"a":9007199254740992}'],
    ["a comma and a closer", '\n{"a":1}, ]'],
    ["a literal among others", '["x"] , False, {} ]'],
    ["a key without an opener", "n0:[] , b_c1 /* c */ : None }"],
    ["a key of letters beyond ASCII", "a:[1,2], é1: 3}"],
    ["a string that lost its quote", "[ x`,[ ] ]"],
    ["a key that lost its quote", "{k-10`:[]}"],
    ["a key that lost its colon", '{ a {"b":1}}'],
    ["and a comment stands there", "{a // note\n[True, 2] }"],
  ])("%s", (_, text) => {
    expect(repair(text)).toMatchObject({ status: "unrepairable" });
  });
});

test("a mark of reasoning inside a string of a broken document makes no inner part the answer", () => {
  expect(repair('[["x" "</think>"] [{"a":1}]]')).toMatchObject({ status: "unrepairable" });
  expect(repair("[[[]\n`</think>`],{}]")).toMatchObject({ status: "unrepairable" });
  expect(repair('[{"k":"",\nb "</think>"\nc:""},[]]')).toMatchObject({ status: "unrepairable" });
  for (const said of ["", "\n", "Here's the answer: "])
    expect(repair(`maybe {"x" 1}</think>${said}{"a":1}`)).toMatchObject({ status: "ok", value: { a: 1 } });
});

test("a list in quotes in a sentence is no document", () => {
  expect(repair("It says “[1]”.")).toMatchObject({ status: "unrepairable" });
});

test("two documents that are nested very deep are compared all the same", () => {
  const deep = `${"[".repeat(3999)}${"]".repeat(3999)}`;
  expect(repair(`${deep} or ${deep}`)).toMatchObject({ status: "ok", rung: "extract" });
  expect(repair(`${deep} or ${deep.replace("]", ",]")} or [[7]]`)).toMatchObject({ status: "unrepairable" });
});

test("reasoning that never ends is said in plain words", () => {
  expect(repair('<think>{"a":1}').reason).toBe("the document is cut off inside reasoning");
});

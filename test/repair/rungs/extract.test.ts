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
    ["a number in any form and a closer", '["x"], -0.5e3 ]'],
    ["a literal and a closer", "[[1,2]], null]"],
    ["a tuple that goes on", "(['x'], False)"],
    ["an escaped string", '[{"a":1}],\\"x\\"]'],
    ["the rest of a string that ended at an inner quote", '{"a":"f() { return \\"x\\";" }" }'],
    ["and a comma follows", '["[1,2"]","b"]'],
    ["and a key", '{"a":""}", "b":1}'],
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

describe("an inner part is never the answer where what stands around it cannot be read", () => {
  const INNER = ["[1,true]", '{"x":1}', '[{"x":[]}]', "{'x':True,}"];
  test.each([
    ["escaped for HTML", (part: string) => `{&quot;a&quot;: ${part}, &quot;b&quot;: 2}`],
    ["escaped as a whole", (part: string) => `{\\n  “a”: ${part},\\n  “b”: 2\\n}`],
    ["in quotes that are not read", (part: string) => `{«a»: ${part}, «b»: 2}`],
    ["with a bare key that is none", (part: string) => `{ it's: ${part}, a.b: 2 }`],
    ["with a comma first", (part: string) => `[, ${part}]`],
    ["with a word that is no value", (part: string) => `[NaN, ${part}]`],
    ["with a tuple", (part: string) => `[(), ${part}]`],
    ["quoted in Markdown", (part: string) => `> [\n>  -2,\n>  ${part}\n> ]`],
    ["in two openers that say nothing", (part: string) => `{{ a; ${part} }}`],
    ["cut off", (part: string) => `{«a»: ${part}, «b`],
    [
      "with a fence in a string",
      (part: string) => `{&quot;a&quot;: &quot;\`\`\`&quot;, &quot;b&quot;: ${part}}`,
    ],
  ])("%s", (_, around) => {
    for (const part of INNER)
      for (const said of ["", "Here: ", "See [1] and {this}.\n"])
        expect(repair(said + around(part)).status, said + around(part)).not.toBe("ok");
  });

  test.each([
    ['{{"a":1}}', { a: 1 }],
    ['{ { {"a":1,} } }', { a: 1 }],
    ['\\boxed{ {"a":1} }', { a: 1 }],
    ['In {x} and f[i][0], then {y [z]}: {"a":1}', { a: 1 }],
    ['Between { and here:\n```json\n{"a":1}\n```', { a: 1 }],
    ['maybe { or so</think>{"a":1}', { a: 1 }],
  ])(
    "but brackets around it alone, ones that are closed and ones before a fence do not count: %s",
    (text, value) => {
      expect(repair(text)).toMatchObject({ status: "ok", value });
    },
  );
});

describe("a list flush behind a mark in brackets is a list", () => {
  test.each(["[TOOL_CALLS]", "[/INST]", "[THINK]hm {[/THINK]", "[a] [TOOL_CALLS]"])("%s", (mark) => {
    for (const value of [[{ name: "ls", arguments: {} }], [true, { a: 1 }], [["x"]]])
      expect(repair(`${mark}${JSON.stringify(value)}`)).toMatchObject({ status: "ok", value });
  });

  test.each(['rows[0][{"a":1}]', 'list[str][{"a":1}]', 'call()[{"a":1}]'])("but %s is an index", (text) => {
    expect(repair(text)).toMatchObject({ status: "unrepairable" });
  });
});

test.each([
  ["TRUE", true],
  ["True", true],
  ["FALSE", false],
  ["false", false],
  ["NULL", null],
  ["Null", null],
  ["None", null],
])("a list may begin with %s", (word, value) => {
  expect(repair(`[${word}, {"a":1}]`)).toMatchObject({ status: "ok", value: [value, { a: 1 }] });
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

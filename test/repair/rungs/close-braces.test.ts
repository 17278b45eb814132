import { describe, expect, test } from "vitest";
import { repair } from "../../../src/repair/repair.ts";

/** A document over several lines, without the line of the closer that is named. */
function without(value: unknown, line: number, indent: number | string = 2): string {
  return JSON.stringify(value, null, indent).split("\n").toSpliced(line, 1).join("\n");
}

describe("where a closer is missing inside, the lines tell that the others were taken for the wrong ones", () => {
  test.each([2, 4, 1, "\t"])("indented by %j", (indent) => {
    // The line of the closer of `a`, and its comma.
    const object = without({ a: { b: 1 }, c: 2 }, 3, indent).replace('"b": 1', '"b": 1,');
    const list = without([["x"], "y"], 3, indent).replace('"x"', '"x",');
    for (const text of [object, list, `Here:\n${object}`, `\`\`\`json\n${list}\n\`\`\``])
      expect(repair(text), text).toMatchObject({ status: "unrepairable" });
  });

  test("and so they do where one is left over", () => {
    const text = '[\n  [\n    {\n      "a": 1\n    }],\n    "b"\n  ]\n]';
    expect(repair(text)).toMatchObject({ status: "unrepairable" });
  });
});

describe("closers that are missing at the end are put there, however the lines are laid out", () => {
  const value = { a: { b: [1, { c: "x" }] }, d: [] };
  test.each([
    ["indented", JSON.stringify(value, null, 2)],
    ["indented as a whole", JSON.stringify(value, null, 2).replace(/^/gm, "    ")],
    ["behind prose", `Here it is: ${JSON.stringify(value, null, 2)}`],
    [
      "with openers in lines of their own",
      '{\n  "a":\n  {\n    "b":\n    [\n      1, { "c": "x" }\n    ]\n  },\n  "d": []\n}',
    ],
    ["with closers in one line", '{\n  "a": {\n    "b": [1, {\n      "c": "x"\n    }]\n  },\n  "d": []\n}'],
  ])("%s", (_, text) => {
    expect(repair(text.replace(/\s*\}$/, ""))).toMatchObject({ status: "ok", value, rung: "close_braces" });
    expect(repair(text.replace(/\}$/, ""))).toMatchObject({ status: "ok", value });
  });

  test("a text whose closers stand anywhere is left as it is while none is missing", () => {
    expect(repair('{\n"a": {\n "b": [1,]\n   }\n  }')).toMatchObject({
      status: "ok",
      value: { a: { b: [1] } },
    });
  });
});

test.each([
  ["a comment holds the one that is missing", '{"a":{"b":1 // and so on},\n"c":2}'],
  ["a comma and more follow", '[{"a":1 ], 3.5, "x" ]'],
  ["and a closer is left over", '{"a":[1}]'],
])("a closer is missing and nothing says where: %s", (_, text) => {
  expect(repair(text)).toMatchObject({ status: "unrepairable" });
});

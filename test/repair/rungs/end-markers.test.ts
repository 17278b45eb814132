import { expect, test } from "vitest";
import { repair } from "../../../src/repair/repair.ts";

const MARKERS = ["<|im_end|>", "<|eot_id|>", "<end_of_turn>", "</s>", "<|endoftext|>", "\n<eos>\n</s>\n"];

test.each(MARKERS)("%j at the end is where the model stopped, not part of the document", (marker) => {
  expect(repair(`{"a":[1,2]}${marker}`)).toMatchObject({
    status: "ok",
    value: { a: [1, 2] },
    rung: "extract",
  });
  expect(repair(`{"a":[1,2]${marker}`)).toMatchObject({
    status: "ok",
    value: { a: [1, 2] },
    applied: ["extract", "close_braces"],
  });
  for (const cut of ['{"a":[1,', '{"a":"x', '{"a":', '{"a":12'])
    expect(repair(cut + marker)).toMatchObject({ status: "truncated" });
});

test.each([
  ['{"note":"ends with </s>"}', { note: "ends with </s>" }],
  ["{'note':'<|im_end|>'}", { note: "<|im_end|>" }],
])("a mark inside a string of %j stays", (text, value) => {
  expect(repair(text)).toMatchObject({ status: "ok", value });
});

test("a document after which the model begins another turn is still found", () => {
  expect(repair('{"a":1}<|im_end|>\n<|im_start|>user\nmore</s>')).toMatchObject({
    status: "ok",
    value: { a: 1 },
  });
});

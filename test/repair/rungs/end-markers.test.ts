import { describe, expect, test } from "vitest";
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

describe("a model that ends its turn and makes up the next one", () => {
  const TURNS = [
    "<|im_end|>\n<|im_start|>user\nAnother one.<|im_end|>\n<|im_start|>assistant\n",
    "<end_of_turn>\n<start_of_turn>user\nAnother one.<end_of_turn>\n<start_of_turn>model\n",
    "<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nAnother one.<|eot_id|>",
    "<|end|>\n<|user|>\nAnother one.<|end|>\n<|assistant|>\n",
    "</s>[INST] Another one. [/INST]",
  ];

  test.each(TURNS)("has answered before %j", (turn) => {
    for (const after of ["", '{"a":2}', '{"a":2,"b":"cut o', "{'a':3,,}"]) {
      const result = repair(`{"a":1}${turn}${after}`, { finishReason: "length" });
      expect(result).toMatchObject({ status: "ok", value: { a: 1 }, rung: "extract", applied: ["extract"] });
    }
    expect(repair(`{"a":[1,2]${turn}{"a":[9`)).toMatchObject({
      status: "ok",
      value: { a: [1, 2] },
      applied: ["extract", "close_braces"],
    });
    expect(repair(`{"a":"x${turn}`)).toMatchObject({ status: "truncated" });
    expect(repair(`I do not know.${turn}no idea`)).toMatchObject({ status: "unrepairable" });
  });

  test.each(TURNS)("but %j inside a string is part of the document", (turn) => {
    const value = { template: `x${turn}`, n: 1 };
    expect(repair(JSON.stringify(value))).toMatchObject({ status: "ok", value, rung: "none" });
    const broken = JSON.stringify(value).replace("}", ",}");
    expect(repair(broken)).toMatchObject({ status: "ok", value, rung: "trailing_comma" });
  });

  test("the answer after reasoning in a turn of its own is not the next turn", () => {
    const text = '<|im_start|>assistant\nLet me see.<|im_end|>\n<|im_start|>assistant\n{"a":1}<|im_end|>';
    expect(repair(text)).toMatchObject({ status: "ok", value: { a: 1 } });
  });
});

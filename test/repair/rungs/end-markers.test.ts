import { describe, expect, test } from "vitest";
import { repair } from "../../../src/repair/repair.ts";

const MARKERS = [
  "<|im_end|>",
  "<|eot_id|>",
  "<|eot|>",
  "<end_of_turn>",
  "</s>",
  "<|return|>",
  "<|call|>",
  "<｜end▁of▁sentence｜>",
  "<|END_OF_TURN_TOKEN|>",
  "<|endoftext|>",
  "\n<eos>\n</s>\n",
];

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
    "<|return|><|start|>user<|message|>Another one.<|end|><|start|>assistant<|channel|>final<|message|>",
    "<｜end▁of▁sentence｜><｜User｜>Another one.<｜Assistant｜>",
    "<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|USER_TOKEN|>Another one.<|END_OF_TURN_TOKEN|>",
    "<|eot|><|header_start|>user<|header_end|>\n\nAnother one.<|eot|>",
    "<|endoftext|>Human: Another one.\n\nAssistant: ",
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
  });

  test.each(TURNS)("and what stands after %j is never its answer", (turn) => {
    for (const own of ["I do not know.", "", '{"a" 1}', '{"a":1} or {"a":2}', "{&quot;a&quot;:1}"])
      for (const after of ["no idea", '{"a":9}', '```json\n{"a":9}\n```', "[1,{'a':9}]"])
        if (own !== "" || !turn.startsWith("<|endoftext|>"))
          expect(repair(`${own}${turn}${after}`), own + after).toMatchObject({ status: "unrepairable" });
    for (const own of ['{"a":"x', '{"a":[1,'])
      expect(repair(`${own}${turn}{"a":9}`)).toMatchObject({ status: "truncated", offset: own.length });
  });

  test("a text that begins with the mark that others end with has not ended", () => {
    expect(repair('<|endoftext|>{"a":1,}')).toMatchObject({ status: "ok", value: { a: 1 } });
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

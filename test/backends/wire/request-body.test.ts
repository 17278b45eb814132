import { describe, expect, test } from "vitest";
import type { Conditions } from "../../../src/backends/capabilities.ts";
import { type PlainRequest, plainBody } from "../../../src/backends/wire/request-body.ts";
import { WIRE_FORMS } from "../../../src/backends/wire/wire-forms.ts";

const conditions: Conditions = {
  thinking: "default",
  capField: "max_tokens",
  stream: false,
  temperature: true,
  thinkingTokens: 0,
};
const messages = [{ role: "user", content: "Say yes." }] as const;
const request: PlainRequest = { model: "m", messages, maxTokens: 96, temperature: 0, conditions };
const plain = { model: "m", messages, max_tokens: 96, temperature: 0 };

describe("the plain body", () => {
  test.each<readonly [string, Partial<PlainRequest>, object]>([
    ["as it is", {}, plain],
    ["without a cap", { maxTokens: null }, { model: "m", messages, temperature: 0 }],
    ["without a temperature", { temperature: undefined }, { model: "m", messages, max_tokens: 96 }],
    [
      "where the server refuses a temperature",
      { conditions: { ...conditions, temperature: false } },
      { model: "m", messages, max_tokens: 96 },
    ],
    [
      "with the other cap field",
      { conditions: { ...conditions, capField: "max_completion_tokens" } },
      { model: "m", messages, max_completion_tokens: 96, temperature: 0 },
    ],
    ["with stop sequences", { stop: ["\n## "] }, { ...plain, stop: ["\n## "] }],
    ["with no stop sequences", { stop: [] }, plain],
    [
      "streamed",
      { conditions: { ...conditions, stream: true } },
      { ...plain, stream: true, stream_options: { include_usage: true } },
    ],
    [
      "thinking off, OpenAI's way",
      { conditions: { ...conditions, thinking: "reasoning_effort_none" } },
      { ...plain, reasoning_effort: "none" },
    ],
    [
      "thinking off, by the template",
      { conditions: { ...conditions, thinking: "chat_template_off" } },
      { ...plain, chat_template_kwargs: { enable_thinking: false } },
    ],
    [
      "thinking off, Ollama's way",
      { conditions: { ...conditions, thinking: "think_false" } },
      { ...plain, think: false },
    ],
    [
      "with fields of the caller",
      { extra: { seed: 7, temperature: 1 } },
      { ...plain, seed: 7, temperature: 1 },
    ],
  ])("%s", (_, change, expected) => {
    expect(plainBody({ ...request, ...change })).toEqual(expected);
  });

  test("a constrained body differs from it by the constraint's fields alone", () => {
    const body = plainBody(request);
    for (const form of WIRE_FORMS) {
      const added = Object.keys(form.fields({ name: "n", schema: {}, grammar: 'root ::= "a"' }));
      expect(added.filter((field) => field in body)).toEqual([]);
    }
  });
});

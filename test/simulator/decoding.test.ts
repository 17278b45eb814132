import { describe, expect, test } from "vitest";
import type { ConstraintId } from "../../src/simulator/profile.ts";
import { booleanSchema, openAiFormat, plainBody, post, simulate } from "./ask.ts";

const SCHEMA = booleanSchema("kabcdefghij");
const GRAMMAR = 'root ::= "<" [a-z]+ ">"';

/** Each spelling in a request's body. */
const SPELLINGS: Readonly<Record<Exclude<ConstraintId, "unknown_type">, object>> = {
  openai_strict: {
    response_format: { type: "json_schema", json_schema: { name: "a", schema: SCHEMA, strict: true } },
  },
  openai: openAiFormat(SCHEMA),
  llamacpp_schema_object: { response_format: { type: "json_object", schema: SCHEMA } },
  llamacpp_top_level: { json_schema: SCHEMA },
  tgi_value: { response_format: { type: "json_schema", value: { name: "a", schema: SCHEMA } } },
  response_schema_bare: { response_format: { type: "json_schema", schema: SCHEMA } },
  ollama_format: { format: SCHEMA },
  guided_json: { guided_json: SCHEMA },
  structured_outputs: { structured_outputs: { json: SCHEMA } },
  grammar: { grammar: GRAMMAR },
  structured_outputs_grammar: { structured_outputs: { grammar: GRAMMAR } },
  guided_grammar: { guided_grammar: GRAMMAR },
  fireworks_grammar: { response_format: { type: "grammar", grammar: GRAMMAR } },
  tabby_grammar_string: { grammar_string: GRAMMAR },
  json_object: { response_format: { type: "json_object" } },
  any_object_schema: openAiFormat({ type: "object" }),
};

test.each(Object.entries(SPELLINGS))(
  "a request in the spelling %s is known for what it is",
  async (id, fields) => {
    const simulator = await simulate({ profile: "mlx_lm-0.32" });
    await post(simulator, plainBody(fields));
    expect(simulator.requests[0]).toMatchObject({ constraint: id, manner: "ignored", status: 200 });
  },
);

describe("an answer under a constraint", () => {
  test("follows what no grammar can express as far as one can", async () => {
    const simulator = await simulate({ profile: "llamacpp-b11434" });
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        a: { type: "string", pattern: "^(?=x)x$", format: "date" },
        b: { anyOf: [{ type: "string" }, { type: "null" }] },
        "c/d": { type: "number", minimum: 2.5, exclusiveMinimum: 3 },
      },
      required: ["a", "b", "c/d"],
      additionalProperties: false,
    };
    const { status, content } = await post(
      simulator,
      plainBody({ ...openAiFormat(schema), max_tokens: 2000 }),
    );
    expect(status).toBe(200);
    const value = JSON.parse(content);
    expect(Object.keys(value)).toEqual(["a", "b", "c/d"]);
    expect([typeof value.a, typeof value["c/d"]]).toEqual(["string", "number"]);
  });

  test("counts the tokens that it wrote, and says whether the cap cut it", async () => {
    const simulator = await simulate({ profile: "llamacpp-b11434" });
    const cut = await post(simulator, plainBody({ json_schema: SCHEMA, max_tokens: 2 }));
    expect(cut.json.usage.completion_tokens).toBe(2);
    expect(cut.json.choices[0].finish_reason).toBe("length");
    const whole = await post(simulator, plainBody({ json_schema: SCHEMA }));
    expect(whole.json.choices[0].finish_reason).toBe("stop");
    expect(whole.json.usage.total_tokens).toBe(
      whole.json.usage.prompt_tokens + whole.json.usage.completion_tokens,
    );
  });

  test("hides that it was cut where the server does", async () => {
    const simulator = await simulate({ profile: "ik-llama" });
    const cut = await post(simulator, plainBody({ json_schema: SCHEMA, max_tokens: 2 }));
    expect(cut.json.choices[0].finish_reason).toBe("stop");
    expect(cut.json.usage.completion_tokens).toBe(2);
  });

  test("pads with white space to the cap after the first key where the mask allows it", async () => {
    const simulator = await simulate({ profile: "vllm-0.20" });
    const { content, json } = await post(simulator, plainBody(openAiFormat(SCHEMA)));
    expect(content).toMatch(/^\{\s*"kabcdefghij"\s{50,}$/);
    expect(json.usage.completion_tokens).toBe(96);
  });

  test("is a longer prompt where the schema is pasted in, and no longer one where it is not", async () => {
    const tokens = async (profile: string, fields: object): Promise<number> =>
      (await post(await simulate({ profile }), plainBody(fields))).json.usage.prompt_tokens;
    const plain = await tokens("schema_in_prompt", {});
    expect(await tokens("llamacpp-b11434", openAiFormat(SCHEMA))).toBe(plain);
    expect(await tokens("schema_in_prompt", openAiFormat(SCHEMA))).toBeGreaterThan(plain + 8);
    expect(await tokens("json_mode_plus_prompt", openAiFormat(SCHEMA))).toBeGreaterThan(plain + 8);
  });

  test("ends at a stop text", async () => {
    const simulator = await simulate({ profile: "llamacpp-b11434", model: "polite" });
    const { content, json } = await post(simulator, plainBody({ stop: ["more", " to say"] }));
    expect(content).toBe("There is always");
    expect(json.choices[0].finish_reason).toBe("stop");
  });
});

describe("thinking", () => {
  test.each([
    ["llamacpp-thinking", "reasoning_content", { chat_template_kwargs: { enable_thinking: false } }],
    ["ollama-thinking", "reasoning", { reasoning_effort: "none" }],
    ["ollama-thinking", "reasoning", { think: false }],
  ])("of %s stands in %s, spends the cap, and is turned off by %j", async (profile, field, off) => {
    const simulator = await simulate({ profile });
    const cut = await post(simulator, plainBody());
    expect(cut.json.choices[0]).toMatchObject({ finish_reason: "length", message: { content: "" } });
    expect(cut.json.choices[0].message[field]).toMatch(/^Let me think/);
    const whole = await post(simulator, plainBody({ ...openAiFormat(SCHEMA), max_tokens: 600 }));
    expect(whole.content).toMatch(/^\{\s*"kabcdefghij"/);
    const without = await post(simulator, plainBody({ ...openAiFormat(SCHEMA), ...off }));
    expect(without.json.choices[0].message[field]).toBeUndefined();
    expect(without.content).toMatch(/^\{\s*"kabcdefghij"/);
  });

  test("stands before the answer where the server does not take it out", async () => {
    const { profileOf } = await import("../../src/simulator/profiles/index.ts");
    const profile = {
      ...profileOf("llamacpp-b11434"),
      thinking: { field: "inline", tokens: 5, offBy: [] },
    } as const;
    const { content } = await post(await simulate({ profile }), plainBody(openAiFormat(SCHEMA)));
    expect(content).toMatch(/^<think>Let me think[ a-z]+<\/think>\n\{/);
    const cut = await post(await simulate({ profile }), plainBody({ max_tokens: 3 }));
    expect(cut.content).toMatch(/^<think>[^<]+$/);
  });
});

describe("tools", () => {
  const tools = ["look_up", "other"].map((name) => ({
    type: "function",
    function: { name, parameters: booleanSchema(`k${name.replace("_", "")}`) },
  }));

  test("are called when they must be, with arguments that follow their parameters", async () => {
    const simulator = await simulate({ profile: "openai" });
    const required = await post(simulator, plainBody({ tools, tool_choice: "required" }));
    expect(required.json.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: { content: null, tool_calls: [{ function: { name: "look_up" } }] },
    });
    const choice = { type: "function", function: { name: "other" } };
    const named = await post(simulator, plainBody({ tools, tool_choice: choice }));
    const call = named.json.choices[0].message.tool_calls[0].function;
    expect(call.name).toBe("other");
    expect(Object.keys(JSON.parse(call.arguments))).toEqual(["kother"]);
  });

  test("are called by a polite model that is asked to, and by no other", async () => {
    const messages = [{ role: "user", content: "What is the weather? Use the tool." }];
    const calls = async (model: "noise" | "polite", choice?: string): Promise<number> => {
      const simulator = await simulate({ profile: "openai", model });
      const fields = { tools, messages, ...(choice === undefined ? {} : { tool_choice: choice }) };
      const { json } = await post(simulator, plainBody(fields));
      return json.choices[0].message.tool_calls?.length ?? 0;
    };
    expect([await calls("polite"), await calls("noise"), await calls("polite", "none")]).toEqual([1, 0, 0]);
  });

  test("are what a schema becomes where the server converts it", async () => {
    const { json } = await post(
      await simulate({ profile: "tool_call_conversion" }),
      plainBody(openAiFormat(SCHEMA)),
    );
    const [choice] = json.choices;
    expect(choice).toMatchObject({ finish_reason: "tool_calls", message: { content: null } });
    expect(Object.keys(JSON.parse(choice.message.tool_calls[0].function.arguments))).toEqual(["kabcdefghij"]);
  });
});

describe("one seed", () => {
  test("gives the same answers in the same order, also when requests come side by side", async () => {
    const contents = async (seed: number, together: boolean): Promise<string[]> => {
      const simulator = await simulate({ profile: "llamacpp-b11434", seed });
      const ask = (): Promise<string> => post(simulator, plainBody()).then(({ content }) => content);
      if (together) return (await Promise.all([ask(), ask(), ask()])).sort();
      return [await ask(), await ask(), await ask()].sort();
    };
    const once = await contents(3, false);
    expect(new Set(once).size).toBe(3);
    expect(await contents(3, false)).toEqual(once);
    expect(await contents(3, true)).toEqual(once);
    expect(await contents(4, false)).not.toEqual(once);
  });
});

import { describe, expect, test } from "vitest";
import type { ModelName } from "../../src/simulator/models.ts";
import { profileOf } from "../../src/simulator/profiles/index.ts";
import { booleanSchema, openAiFormat, plainBody, post, type Reply, simulate } from "./ask.ts";

interface Event {
  readonly choices: readonly {
    readonly finish_reason: string | null;
    readonly delta: {
      readonly content?: string;
      readonly reasoning?: string;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly {
        readonly function: { readonly name?: string; readonly arguments: string };
      }[];
    };
  }[];
  readonly usage?: object;
}

async function streamed(
  profile: string,
  fields: object = {},
  model: ModelName = "noise",
): Promise<{ events: Event[]; reply: Reply }> {
  const reply = await post(await simulate({ profile, model }), plainBody({ stream: true, ...fields }));
  const lines = reply.text
    .split("\n\n")
    .filter((line) => line.startsWith("data: ") && !line.endsWith("[DONE]"));
  return { events: lines.map((line) => JSON.parse(line.slice(6))), reply };
}

const joined = (events: readonly Event[], field: "content" | "reasoning" | "reasoning_content"): string =>
  events.map((event) => event.choices[0]?.delta[field] ?? "").join("");

describe("a stream", () => {
  test.each([
    ["llamacpp-b11434", {}],
    ["llamacpp-b11434", openAiFormat(booleanSchema("kabc"))],
    ["ollama-thinking", { max_tokens: 600 }],
  ])("of %s holds what the whole answer does", async (profile, fields) => {
    const { events, reply } = await streamed(profile, fields);
    const whole = await post(await simulate({ profile }), plainBody(fields));
    const { message, finish_reason } = whole.json.choices[0];
    expect(reply.headers.get("content-type")).toBe("text/event-stream");
    expect(joined(events, "content")).toBe(message.content);
    expect(joined(events, "reasoning")).toBe(message.reasoning ?? "");
    expect(events.at(-1)?.choices[0]?.finish_reason).toBe(finish_reason);
    expect(reply.text.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  test("tells the usage where it was asked to, and only there", async () => {
    const asked = await streamed("llamacpp-b11434", { stream_options: { include_usage: true } });
    expect(asked.events.at(-1)).toMatchObject({
      choices: [],
      usage: { completion_tokens: expect.any(Number) },
    });
    const plain = await streamed("llamacpp-b11434");
    expect(plain.events.filter((event) => event.usage !== undefined)).toEqual([]);
  });

  test("has comments in it where the server keeps connections alive", async () => {
    expect((await streamed("mlx_lm-0.32")).reply.text).toMatch(/^: keepalive/);
    expect((await streamed("llamacpp-b11434")).reply.text).toMatch(/^data: /);
  });

  test("brings a tool call in pieces", async () => {
    const { events } = await streamed("tool_call_conversion", openAiFormat(booleanSchema("kabc")));
    const calls = events.flatMap((event) => event.choices[0]?.delta.tool_calls ?? []);
    expect(calls[0]?.function.name).toBe("json_tool_call");
    const text = calls.map((call) => call.function.arguments).join("");
    expect(Object.keys(JSON.parse(text))).toEqual(["kabc"]);
  });

  test("never parts a character", async () => {
    const grammar = 'root ::= "☂🌧🌧🌧🌧☂🌧🌧🌧🌧"';
    const { events } = await streamed("llamacpp-b11434", { grammar });
    expect(joined(events, "content")).toBe("☂🌧🌧🌧🌧☂🌧🌧🌧🌧");
    for (const event of events) expect(event.choices[0]?.delta.content ?? "").not.toMatch(/\p{Surrogate}/u);
  });

  test("is refused before it begins, with the status of a whole answer", async () => {
    const format = { response_format: { type: "json_object" } };
    const { reply } = await streamed("lmstudio", format);
    expect(reply.status).toBe(400);
    expect(profileOf("lmstudio").manners.json_object).toHaveProperty("refused.status", 400);
  });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Completion } from "../../src/backends/transport/completion.ts";
import { createTransport, type Transport } from "../../src/backends/transport/transport.ts";
import type { JsonObject, JsonValue } from "../../src/json-value.ts";
import { describeLive } from "./describe-live.ts";

const TOOL: JsonObject = {
  type: "function",
  function: {
    name: "read_file",
    description: "Reads a file",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  },
};

const call = (id: string, path: string): JsonObject => ({
  id,
  type: "function",
  function: { name: "read_file", arguments: JSON.stringify({ path }) },
});

/** The model has seen two turns with two calls each, and imitates them until the cap, as it hardly ever ends its turn. */
const MESSAGES: readonly JsonValue[] = [
  { role: "user", content: "Read a.txt and b.txt." },
  { role: "assistant", content: "", tool_calls: [call("1", "a.txt"), call("2", "b.txt")] },
  { role: "user", content: "Read e.txt and f.txt." },
  { role: "assistant", content: "", tool_calls: [call("3", "e.txt"), call("4", "f.txt")] },
  { role: "user", content: "Read c.txt and d.txt." },
];

/** Gemma's end of a turn, made likelier: with 14 to 20 the model ends where it has seen turns end, after two calls. */
const ENDS_ITS_TURN: JsonObject = { logit_bias: { "106": 17 } };

describeLive("llamacpp-tools", "asked for several tool calls", (server) => {
  let transport: Transport;
  beforeAll(() => {
    transport = createTransport();
  });
  afterAll(() => transport.close());

  const complete = async (
    stream: boolean,
    serialTools: boolean,
    more: JsonObject = {},
  ): Promise<Completion> => {
    const body: JsonObject = {
      model: server.model,
      messages: MESSAGES,
      tools: [TOOL],
      tool_choice: "required",
      parallel_tool_calls: true,
      temperature: 0,
      max_tokens: 160,
      ...(stream ? { stream: true } : {}),
      ...more,
    };
    const target = { endpoint: server.url, provider: "llamacpp", model: server.model } as const;
    const reply = await transport.complete(target, body, { totalTimeoutMs: 120_000, serialTools });
    if (!reply.ok) throw new Error(JSON.stringify(reply.failure));
    return reply.completion;
  };

  test.each<[name: string, stream: boolean, more: JsonObject, finishReason: string]>([
    ["whole, cut off by the cap", false, {}, "length"],
    ["streamed, cut off by the cap", true, {}, "length"],
    ["whole and finished", false, ENDS_ITS_TURN, "tool_calls"],
    ["streamed and finished", true, ENDS_ITS_TURN, "tool_calls"],
  ])(
    "%s: the first call alone is kept, with all its arguments and the server's own finish reason",
    async (_, stream, more, finishReason) => {
      const all = await complete(stream, false, more);
      expect(all.toolCalls.length).toBeGreaterThan(1);
      expect(all.finishReason).toBe(finishReason);
      const serial = await complete(stream, true, more);
      expect(serial.toolCalls).toHaveLength(1);
      const [first] = serial.toolCalls;
      expect(first!.function).toEqual(all.toolCalls[0]!.function);
      expect(first!.function.name).toBe("read_file");
      expect(JSON.parse(first!.function.arguments)).toEqual({ path: expect.stringMatching(/\.txt$/) });
      expect(serial.finishReason).toBe(finishReason);
    },
  );

  test("streamed and whole give the same call", async () => {
    const [whole, streamed] = [await complete(false, true), await complete(true, true)];
    expect(streamed.toolCalls.map((each) => each.function)).toEqual(
      whole.toolCalls.map((each) => each.function),
    );
  });
});

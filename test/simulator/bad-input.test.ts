import { connect } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../src/simulator/profiles/index.ts";
import type { Simulator } from "../../src/simulator/start-simulator.ts";
import { plainBody, post, replyOf, simulate } from "./ask.ts";

const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const nestedSchema = (levels: number): string =>
  `${'{"type":"array","items":'.repeat(levels)}{}${"}".repeat(levels)}`;

/** Bodies that no client would send on purpose. */
const BODIES: Readonly<Record<string, string>> = {
  nothing: "",
  "half of an object": '{"model": ',
  "an array": "[1,2,3]",
  "a number": "7",
  null: "null",
  bytes: "\u0000\u001b[31m\ufffd",
  "no messages": "{}",
  "null messages": '{"messages":null}',
  "values of the wrong type":
    '{"messages":{"a":1},"model":{"x":1},"max_tokens":"no","stream":"yes","tools":3,"stop":{},"response_format":7}',
  "a negative cap": '{"messages":[],"max_tokens":-1,"json_schema":{"type":"boolean"}}',
  "a cap of half a token": '{"messages":[],"max_tokens":0.5,"json_schema":{"type":"boolean"}}',
  "a cap without end": '{"messages":[],"max_tokens":1e300}',
  "messages a hundred thousand levels deep": `{"messages":${nested(100_000)}}`,
  "a schema twenty thousand levels deep": `{"messages":[],"json_schema":${nestedSchema(20_000)}}`,
  "a guided schema twenty thousand levels deep": `{"messages":[],"guided_json":${nestedSchema(20_000)}}`,
  "a schema in the prompt twenty thousand levels deep": JSON.stringify({
    messages: [{ role: "user", content: `{"properties":${nestedSchema(20_000)}}` }],
  }),
  "braces without end": JSON.stringify({ messages: [{ role: "user", content: "{".repeat(200_000) }] }),
  "a schema of nulls":
    '{"messages":[],"json_schema":{"type":"object","properties":{"a":null},"required":["b"]}}',
  "a schema that allows nothing": '{"messages":[],"json_schema":{"enum":[]}}',
  "a left-recursive grammar": '{"messages":[],"grammar":"root ::= root \\"a\\" | \\"b\\""}',
  "a grammar without a root": '{"messages":[],"grammar":"x ::= \\"a\\""}',
  "a grammar that never ends": '{"messages":[],"grammar":"root ::= \\"a\\" root"}',
  "an ambiguous grammar":
    '{"messages":[],"max_tokens":64,"grammar":"root ::= (\\"a\\"? \\"a\\"? ){1999} \\"b\\""}',
  "a tool without a name":
    '{"messages":[],"tools":[{"type":"function","function":{}},7,null],"tool_choice":"required"}',
  __proto__: '{"__proto__":{"polluted":1},"model":"__proto__","messages":[{"__proto__":null}]}',
};

/** Profiles whose code paths differ. */
const SAMPLE = [
  "llamacpp-b11434",
  "ollama-2026-08",
  "vllm-0.20",
  "openai",
  "schema_in_prompt",
  "json_mode_plus_prompt",
  "cache_ignores_extra",
  "tool_call_conversion",
  "mixed_replicas",
];

async function isAlive(simulator: Simulator): Promise<boolean> {
  const { status } = await post(simulator, plainBody());
  return status === 200;
}

describe.each(Object.entries(BODIES))("a body of %s", (_, body) => {
  test("is answered, and the server lives on", async () => {
    for (const profile of SAMPLE) {
      for (const model of ["noise", "polite"] as const) {
        const simulator = await simulate({ profile, model });
        const { status, text } = await post(simulator, body);
        expect(status, profile).toBeGreaterThanOrEqual(200);
        expect(text, profile).not.toBe("");
        expect(await isAlive(simulator), profile).toBe(true);
      }
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

/** Something like a schema, with faults in it. */
const schemaLike: fc.Memo<object> = fc.memo((depth) => {
  const child = depth > 1 ? schemaLike() : fc.constant({});
  return fc.record(
    {
      type: fc.constantFrom("object", "array", "string", "integer", "boolean", "nosuch"),
      properties: fc.dictionary(fc.string({ maxLength: 4 }), child, { maxKeys: 3 }),
      items: child,
      required: fc.array(fc.string({ maxLength: 4 }), { maxLength: 2 }),
      minLength: fc.integer({ min: -1, max: 20 }),
      anyOf: fc.array(child, { maxLength: 2 }),
      enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
});

test("any JSON in any field is answered with a body that can be read", async () => {
  const simulators = await Promise.all(SAMPLE.map((profile) => simulate({ profile, model: "polite" })));
  const field = fc.constantFrom(
    "model",
    "messages",
    "max_tokens",
    "stop",
    "stream",
    "tools",
    "tool_choice",
    "response_format",
    "json_schema",
    "format",
    "guided_json",
    "structured_outputs",
    "grammar",
    "chat_template_kwargs",
    "reasoning_effort",
  );
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    schemaLike(3),
    schemaLike(3).map((schema) => ({ type: "json_schema", json_schema: { schema } })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(field, value, { maxKeys: 4 }),
      fc.nat(SAMPLE.length - 1),
      async (body, index) => {
        const { status, json, text } = await post(simulators[index]!, { max_tokens: 16, ...body });
        expect(status).not.toBe(413);
        expect(json !== undefined || text.startsWith("data: ") || text.length > 0).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});

test("a body of ten megabytes is read, one of forty refused, and the server lives on", async () => {
  const simulator = await simulate({ profile: "mlx_lm-0.32" });
  const ofSize = (megabytes: number): object => plainBody({ padding: "x".repeat(megabytes * 1024 * 1024) });
  expect((await post(simulator, ofSize(10))).status).toBe(200);
  expect((await post(simulator, ofSize(40))).status).toBe(413);
  expect(await isAlive(simulator)).toBe(true);
});

test.each([
  [
    "hangs up in the middle of its body",
    'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{"mess',
  ],
  ["speaks no HTTP", "\u0016\u0003\u0001\u0002\u0000 hello\r\n\r\n"],
  ["sends half of a head", "POST /v1/chat/completions HTTP/1.1\r\nhost"],
  [
    "sends a broken chunk",
    "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
  ],
])("a client that %s does no harm", async (_, bytes) => {
  const simulator = await simulate({ profile: "llamacpp-b11434" });
  const { port } = new URL(simulator.origin);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes, "latin1"));
    socket.on("error", () => {});
    socket.on("close", () => resolve());
    socket.resume();
    setTimeout(() => socket.destroy(), 50);
  });
  expect(await isAlive(simulator)).toBe(true);
});

test("a client that hangs up before the answer does no harm", async () => {
  const simulator = await simulate({ profile: "llamacpp-b11434", faults: { firstByteDelayMs: 60 } });
  const controller = new AbortController();
  const cut = fetch(`${simulator.url}/chat/completions`, {
    method: "POST",
    body: JSON.stringify(plainBody({ stream: true })),
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(), 20);
  await expect(cut).rejects.toThrow();
  expect(await isAlive(simulator)).toBe(true);
});

test.each(["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"])(
  "%s of a path that there is not is answered",
  async (method) => {
    const simulator = await simulate({ profile: "llamacpp-b11434" });
    const paths = [
      "/no/such/path",
      "/v1/chat/completions",
      "/__proto__",
      "/constructor",
      "//v1//models",
      "/%00",
    ];
    for (const path of paths) {
      const response = await fetch(`${simulator.origin}${path}`, { method });
      expect(response.status, path).toBe(404);
      await replyOf(response);
    }
  },
);

test("a profile that there is not is an error, and so is a port that is taken", async () => {
  await expect(simulate({ profile: "nobody" })).rejects.toThrow("there is no profile nobody");
  const { origin } = await simulate({ profile: PROFILES[0]! });
  await expect(simulate({ profile: PROFILES[0]!, port: Number(new URL(origin).port) })).rejects.toMatchObject(
    {
      code: "EADDRINUSE",
    },
  );
});

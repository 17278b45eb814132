import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json-value.ts";
import { completionBody, startServer } from "../../helpers/scripted-server.ts";
import { completionOf, failureOf, send } from "./send.ts";

test("a completion is asked for at the endpoint's own path, with the key as a bearer token", async () => {
  const server = await startServer(() => ({ body: completionBody("Rain falls.") }));
  await send(server, { body: { model: "m", messages: [] }, target: { apiKey: "sk-abcdefgh" } });
  const [request] = server.requests;
  expect(request).toMatchObject({ method: "POST", path: "/v1/chat/completions", json: { model: "m" } });
  expect(request!.headers).toMatchObject({
    authorization: "Bearer sk-abcdefgh",
    "content-type": "application/json",
  });
});

test("no authorization is sent without a key, or with an empty one", async () => {
  const server = await startServer(() => ({ body: completionBody("x") }));
  await send(server);
  await send(server, { target: { apiKey: "" } });
  expect(server.requests.map(({ headers }) => headers["authorization"])).toEqual([undefined, undefined]);
});

test("a plain completion carries what the server said of it", async () => {
  const server = await startServer(() => ({
    headers: { "X-Request-Id": "r1" },
    body: completionBody("Rain falls.", { system_fingerprint: "b11434" }),
  }));
  const completion = completionOf(await send(server));
  expect(completion).toMatchObject({
    content: "Rain falls.",
    reasoning: "",
    refusal: null,
    toolCalls: [],
    finishReason: "stop",
    usage: { promptTokens: 11, completionTokens: 7 },
    model: "test-model",
    systemFingerprint: "b11434",
    status: 200,
  });
  expect(completion.headers["x-request-id"]).toBe("r1");
  expect(completion.durationMs).toBeGreaterThanOrEqual(0);
});

const MESSAGES: readonly (readonly [string, JsonObject, JsonObject])[] = [
  [
    "no content, all of it reasoning",
    { content: null, reasoning_content: "hm" },
    { content: "", reasoning: "hm" },
  ],
  ["reasoning under the other name", { content: "a", reasoning: "hm" }, { content: "a", reasoning: "hm" }],
  [
    "content in parts",
    { content: [{ type: "text", text: "a" }, { type: "image" }, "b"] },
    { content: "ab", reasoning: "" },
  ],
  ["a refusal", { content: null, refusal: "I will not." }, { content: "", refusal: "I will not." }],
  [
    "a tool call with text arguments",
    { content: null, tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }] },
    { toolCalls: [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }] },
  ],
  [
    "a tool call with arguments as an object, and no id",
    { tool_calls: [{ function: { name: "f", arguments: { a: 1 } } }] },
    { toolCalls: [{ id: "call_0", type: "function", function: { name: "f", arguments: '{"a":1}' } }] },
  ],
];

test.each(MESSAGES)("a message is read: %s", async (_, message, expected) => {
  const server = await startServer(() => ({ body: { choices: [{ message, finish_reason: "length" }] } }));
  expect(completionOf(await send(server))).toMatchObject({
    ...expected,
    finishReason: "length",
    usage: null,
  });
});

const NO_COMPLETIONS: readonly (readonly [string, unknown])[] = [
  ["an error as text (LM Studio's wrong path)", { error: "Unexpected endpoint or method." }],
  ["an error object (OpenRouter)", { error: { code: 502, message: "Provider returned error" } }],
  ["an error in the choice", { choices: [{ error: { message: "x" }, message: { content: "" } }] }],
  ["the finish reason error", { choices: [{ finish_reason: "error", message: { content: "par" } }] }],
  ["no choices", { id: "x" }],
  ["empty choices", { choices: [] }],
  ["a list", [{ error: { message: "x" } }]],
  ["a web page", "<!doctype html><title>Open WebUI</title>"],
  ["prose", "Ollama is running"],
  ["half an envelope", '{"choices": [{"message": {"content": "Ra'],
  ["nothing", ""],
];

test.each(NO_COMPLETIONS)("a 200 that is no completion is a failure: %s", async (_, body) => {
  const server = await startServer(() => ({ body }));
  const failure = failureOf(await send(server));
  expect(failure).toMatchObject({
    status: 200,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
});

test.each([400, 404, 429, 500, 503])("a status of %i is a failure with headers and body", async (status) => {
  const server = await startServer(() => ({
    status,
    headers: { "Retry-After": "7" },
    body: { error: { message: "no" } },
  }));
  const reply = await send(server);
  expect(failureOf(reply)).toMatchObject({
    status,
    headers: { "retry-after": "7" },
    body: '{"error":{"message":"no"}}',
  });
});

test("of a long failure 64 KB are kept", async () => {
  const server = await startServer(() => ({ status: 500, body: "x".repeat(100_000) }));
  expect(failureOf(await send(server))).toMatchObject({ body: "x".repeat(65_536) });
});

test("bytes that are no UTF-8 are replaced and fail nothing", async () => {
  const [before, after] = JSON.stringify(completionBody("a|b")).split("|");
  const server = await startServer(() => ({
    body: Buffer.concat([Buffer.from(before!), Buffer.from([0xff, 0xc3]), Buffer.from(after!)]),
  }));
  expect(completionOf(await send(server)).content).toBe("a\ufffd\ufffdb");
});

test("a byte order mark before the envelope is skipped", async () => {
  const server = await startServer(() => ({ body: `\ufeff${JSON.stringify(completionBody("a"))}` }));
  expect(completionOf(await send(server)).content).toBe("a");
});

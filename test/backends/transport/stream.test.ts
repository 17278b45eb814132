import { describe, expect, test } from "vitest";
import type { CompletionDelta } from "../../../src/backends/transport/completion.ts";
import { completionBody, type ScriptedServer, startServer } from "../../helpers/scripted-server.ts";
import { completionOf, failureOf, send, transportForTest } from "./send.ts";

const STREAM = { model: "m", stream: true, stream_options: { include_usage: true } };

function chunk(delta: object, finishReason: string | null = null, more: object = {}): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finishReason }], ...more })}\n\n`;
}

const DONE = "data: [DONE]\n\n";
const END = `${chunk({}, "stop")}${DONE}`;

/** A server that sends these pieces, each on its own. */
function streamingServer(
  pieces: readonly (string | Uint8Array)[],
  { type = "text/event-stream", close = true }: { type?: string; close?: boolean } = {},
): Promise<ScriptedServer> {
  return startServer(async (_, response) => {
    response.writeHead(200, { "content-type": type });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    if (close) response.end();
    return undefined;
  });
}

describe("a streamed completion", () => {
  test("is put together, with what its chunks say of model, usage and end", async () => {
    const server = await streamingServer([
      chunk({ role: "assistant", content: "" }, null, { model: "tiny", system_fingerprint: "fp" }),
      chunk({ reasoning_content: "hm" }),
      chunk({ content: "Rain " }),
      chunk({ content: "falls." }),
      chunk({}, "length"),
      `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 3 } })}\n\n`,
      DONE,
    ]);
    const deltas: CompletionDelta[] = [];
    const reply = await send(server, {
      body: STREAM,
      onDelta: (delta) => {
        deltas.push(delta);
        return undefined;
      },
    });
    expect(completionOf(reply)).toMatchObject({
      content: "Rain falls.",
      reasoning: "hm",
      finishReason: "length",
      model: "tiny",
      systemFingerprint: "fp",
      usage: { promptTokens: 5, completionTokens: 3 },
    });
    expect(deltas).toEqual([
      { content: "", reasoning: "hm" },
      { content: "Rain ", reasoning: "" },
      { content: "falls.", reasoning: "" },
    ]);
  });

  const bytes = Buffer.from(`${chunk({ content: "Zürich 🌧" })}${END}`);
  const WHOLE: readonly (readonly [string, readonly (string | Uint8Array)[]])[] = [
    ["characters cut in the middle of their bytes", [...bytes].map((byte) => Uint8Array.of(byte))],
    [
      "CRLF and comments",
      [`: keepalive\r\n\r\n${chunk({ content: "Zürich 🌧" }).replaceAll("\n", "\r\n")}`, END],
    ],
    ["no [DONE]", [chunk({ content: "Zürich 🌧" }), chunk({}, "stop")]],
    ["no finish reason", [chunk({ content: "Zürich 🌧" }), DONE]],
    ["no blank line at the end", [chunk({ content: "Zürich 🌧" }), chunk({}, "stop").trimEnd()]],
    ["data in two lines", ['data: {"choices":\ndata: [{"delta":{"content":"Zürich 🌧"}}]}\n\n', END]],
    ["the whole message in one event", [`data: ${JSON.stringify(completionBody("Zürich 🌧"))}\n\n`, DONE]],
    ["content in parts", [chunk({ content: [{ type: "text", text: "Zürich 🌧" }] }), END]],
    ["text of a legacy completion", ['data: {"choices":[{"text":"Zürich 🌧"}]}\n\n', END]],
    ["a heartbeat that is no JSON", ["data: ping\n\n", chunk({ content: "Zürich 🌧" }), END]],
  ];
  test.each(WHOLE)("is whole: %s", async (_, pieces) => {
    expect(completionOf(await send(await streamingServer(pieces), { body: STREAM })).content).toBe(
      "Zürich 🌧",
    );
  });

  test("is read where none was asked for", async () => {
    const server = await streamingServer([chunk({ content: "a" }), END]);
    expect(completionOf(await send(server)).content).toBe("a");
  });

  test("is read where it is labelled as something else", async () => {
    const server = await streamingServer([": hm\n\n", chunk({ content: "a" }), END], {
      type: "application/json",
    });
    expect(completionOf(await send(server, { body: STREAM })).content).toBe("a");
  });

  test("may be answered with plain JSON, which counts as one piece", async () => {
    const server = await startServer(() => ({ body: completionBody("all of it") }));
    const deltas: CompletionDelta[] = [];
    const onDelta = (delta: CompletionDelta): undefined => void deltas.push(delta);
    expect(completionOf(await send(server, { body: STREAM, onDelta })).content).toBe("all of it");
    expect(deltas).toEqual([{ content: "all of it", reasoning: "" }]);
  });

  test("may be answered with plain JSON that is labelled as a stream", async () => {
    const server = await streamingServer([JSON.stringify(completionBody("all of it"))]);
    expect(completionOf(await send(server, { body: STREAM })).content).toBe("all of it");
  });

  test("ends early when the caller has enough, which is no failure", async () => {
    const server = await streamingServer(
      [chunk({ content: "a" }), chunk({ content: "b" }), chunk({ content: "c" })],
      {
        close: false,
      },
    );
    let seen = "";
    const reply = await send(server, {
      body: STREAM,
      onDelta: ({ content }) => {
        seen += content;
        return seen !== "ab";
      },
    });
    expect(completionOf(reply)).toMatchObject({ content: "ab", finishReason: null });
  });

  test("is over at [DONE], though the server keeps the connection open", async () => {
    const server = await streamingServer([chunk({ content: "a" }), END], { close: false });
    const completion = completionOf(await send(server, { body: STREAM }));
    expect(completion.content).toBe("a");
    expect(completion.durationMs).toBeLessThan(3000);
  });

  test("leaves a connection that later requests use", async () => {
    const server = await streamingServer([chunk({ content: "a" }), END]);
    const transport = transportForTest();
    for (let index = 0; index < 6; index += 1) completionOf(await send(server, { body: STREAM, transport }));
    // The pool may open a second one while the first is being freed.
    expect(new Set(server.requests.map(({ connection }) => connection)).size).toBeLessThanOrEqual(2);
  });

  test("hands on what a callback throws, since that is the caller's own bug", async () => {
    const server = await streamingServer([chunk({ content: "a" }), END]);
    const bug = new RangeError("mine");
    const sent = send(server, {
      body: STREAM,
      onDelta: () => {
        throw bug;
      },
    });
    await expect(sent).rejects.toBe(bug);
  });
});

const CALL_STREAMS: readonly (readonly [string, readonly object[], readonly object[]])[] = [
  [
    "pieces by index",
    [
      { index: 0, id: "a", function: { name: "f", arguments: "" } },
      { index: 1, id: "b", function: { name: "g", arguments: '{"y"' } },
      { index: 0, function: { arguments: '{"x":1}' } },
      { index: 1, function: { arguments: ":2}" } },
    ],
    [
      { id: "a", type: "function", function: { name: "f", arguments: '{"x":1}' } },
      { id: "b", type: "function", function: { name: "g", arguments: '{"y":2}' } },
    ],
  ],
  [
    "every call numbered 0, told apart by id",
    [
      { index: 0, id: "a", function: { name: "f", arguments: "{}" } },
      { index: 0, id: "b", function: { name: "g", arguments: "{}" } },
    ],
    [
      { id: "a", type: "function", function: { name: "f", arguments: "{}" } },
      { id: "b", type: "function", function: { name: "g", arguments: "{}" } },
    ],
  ],
  [
    "the name and id repeated in each piece, no index",
    [
      { id: "a", function: { name: "f", arguments: "{" } },
      { id: "a", function: { name: "f", arguments: "}" } },
    ],
    [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }],
  ],
];

test.each(CALL_STREAMS)("streamed tool calls are put together: %s", async (_, pieces, toolCalls) => {
  const server = await streamingServer([...pieces.map((piece) => chunk({ tool_calls: [piece] })), END]);
  expect(completionOf(await send(server, { body: STREAM })).toolCalls).toEqual(toolCalls);
});

describe("a stream that fails", () => {
  const ERRORS: readonly (readonly [string, string, string])[] = [
    ["an error object", 'data: {"error":{"message":"out of memory","code":500}}\n\n', "out of memory"],
    [
      "a flat error (older vLLM)",
      'data: {"object":"error","message":"out of memory","code":500}\n\n',
      "out of memory",
    ],
    ["a named event", 'event: error\ndata: {"message":"out of memory"}\n\n', "out of memory"],
    ["a named event of plain text", "event: error\ndata: out of memory\n\n", "out of memory"],
    [
      "an error in the choice",
      'data: {"choices":[{"delta":{},"error":{"message":"out of memory"}}]}\n\n',
      "out of memory",
    ],
    [
      "the finish reason error",
      'data: {"choices":[{"delta":{"content":"out of memory"},"finish_reason":"error"}]}\n\n',
      "out of memory",
    ],
  ];
  test.each(ERRORS)("carries the event that says so, though [DONE] follows: %s", async (_, event, words) => {
    const server = await streamingServer([chunk({ content: "part" }), event, DONE]);
    const failure = failureOf(await send(server, { body: STREAM }));
    expect(failure).toMatchObject({ status: 200, context: { stream: true } });
    expect((failure as { body: string }).body).toContain(words);
  });

  const CUT: readonly (readonly [string, readonly string[], RegExp])[] = [
    ["without a finish reason and [DONE]", [chunk({ content: "part" })], /without a finish reason/],
    ["in the middle of an event", [chunk({ content: "part" }), 'data: {"choices":[{"del'], /broken/],
    ["with an event that is broken", ['data: {"choices":[{"del\n\n', END], /broken/],
  ];
  test.each(CUT)("was cut off: %s", async (_, pieces, message) => {
    const failure = failureOf(await send(await streamingServer(pieces), { body: STREAM }));
    expect(failure).toMatchObject({
      error: [{ code: "SLMCODE_TRUNCATED_STREAM", message: expect.stringMatching(message) }],
    });
    expect(JSON.stringify(failure)).not.toContain("part");
  });

  test("holds no piece of a completion at all: the text is kept", async () => {
    const server = await streamingServer(['{"error":{"message":"no such model"}}']);
    expect(failureOf(await send(server, { body: STREAM }))).toMatchObject({
      status: 200,
      body: '{"error":{"message":"no such model"}}',
    });
  });
});

import { describe, expect, test } from "vitest";
import { startServer } from "../../helpers/scripted-server.ts";
import { completionOf, failureOf, send } from "./send.ts";

const FIRST = '{"path":"src/a.ts","text":"one"}';

function piece(call: object): string {
  return chunk({ tool_calls: [call] });
}

function chunk(delta: object, finishReason: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
}

function named(index: number | undefined, id: string, name: string, given = ""): string {
  return piece({ index, id, type: "function", function: { name, arguments: given } });
}

function more(index: number, given: string): string {
  return piece({ index, function: { arguments: given } });
}

const END = `${chunk({}, "tool_calls")}data: [DONE]\n\n`;

/** Streams in which a first call, named `edit` and with the arguments FIRST, is followed by others. */
const STREAMS: readonly { readonly name: string; readonly pieces: readonly string[] }[] = [
  {
    name: "one call after the other",
    pieces: [named(0, "a", "edit"), more(0, FIRST), named(1, "b", "run"), more(1, '{"x":1}')],
  },
  {
    name: "calls whose pieces are mixed",
    pieces: [
      named(0, "a", "edit", FIRST.slice(0, 5)),
      named(1, "b", "run", '{"x"'),
      more(0, FIRST.slice(5, 20)),
      more(1, ":1}"),
      more(0, FIRST.slice(20)),
    ],
  },
  {
    name: "calls that are all numbered 0, as Ollama and Gemini did",
    pieces: [named(0, "a", "edit", FIRST), named(0, "b", "run", '{"x":1}')],
  },
  {
    name: "calls without a number, whole and in one piece",
    pieces: [
      chunk({
        tool_calls: [
          { id: "a", function: { name: "edit", arguments: FIRST } },
          { id: "b", function: { name: "run", arguments: "{}" } },
        ],
      }),
    ],
  },
  {
    name: "a first call that comes back after two hundred others",
    pieces: [
      named(0, "a", "edit", FIRST.slice(0, 9)),
      ...Array.from({ length: 200 }, (_, index) => named(index + 1, `b${index}`, "run", "{}")),
      more(0, FIRST.slice(9)),
    ],
  },
  {
    name: "a second call that lost its name and id, as vLLM's did in 2025",
    pieces: [named(0, "a", "edit"), more(0, FIRST), more(1, '{"x":1}')],
  },
  {
    name: "a name that comes again with each piece",
    pieces: [
      named(0, "a", "edit", FIRST.slice(0, 9)),
      named(0, "a", "edit", FIRST.slice(9)),
      named(0, "a", "edit"),
      named(1, "b", "run", "{}"),
    ],
  },
  {
    name: "a single call, which has nothing to cut",
    pieces: [named(0, "a", "edit"), more(0, FIRST)],
  },
];

function streamOf(pieces: readonly string[]): string {
  return pieces.join("") + END;
}

describe("a stream of tool calls for a role that makes one at a time", () => {
  test.each(STREAMS)("$name: the first stays complete and is alone", async ({ pieces }) => {
    const server = await startServer(() => ({
      headers: { "content-type": "text/event-stream" },
      body: streamOf(pieces),
    }));
    const { toolCalls, finishReason } = completionOf(
      await send(server, { body: { model: "m", stream: true }, serialTools: true }),
    );
    expect(toolCalls).toEqual([{ id: "a", type: "function", function: { name: "edit", arguments: FIRST } }]);
    expect(finishReason).toBe("tool_calls");
  });

  test("without serialTools all calls are kept", async () => {
    const server = await startServer(() => ({
      headers: { "content-type": "text/event-stream" },
      body: streamOf(STREAMS[1]?.pieces ?? []),
    }));
    const { toolCalls } = completionOf(await send(server, { body: { model: "m", stream: true } }));
    expect(toolCalls.map((each) => each.function)).toEqual([
      { name: "edit", arguments: FIRST },
      { name: "run", arguments: '{"x":1}' },
    ]);
  });

  test("a first call that the cap cut off stays cut off, and the finish reason says so", async () => {
    const server = await startServer(() => ({
      headers: { "content-type": "text/event-stream" },
      body: `${named(0, "a", "edit", FIRST.slice(0, 9))}${chunk({}, "length")}data: [DONE]\n\n`,
    }));
    const { toolCalls, finishReason } = completionOf(
      await send(server, { body: { model: "m", stream: true }, serialTools: true }),
    );
    expect([toolCalls[0]?.function.arguments, finishReason]).toEqual([FIRST.slice(0, 9), "length"]);
  });

  test("a stream that breaks off after the first call is a failure, not a call", async () => {
    const server = await startServer(() => ({
      headers: { "content-type": "text/event-stream" },
      body: named(0, "a", "edit", FIRST),
    }));
    const failure = failureOf(await send(server, { body: { model: "m", stream: true }, serialTools: true }));
    expect(failure).toMatchObject({ error: [{ code: "SLMCODE_TRUNCATED_STREAM" }] });
  });
});

describe("a whole message with several tool calls", () => {
  const body = {
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: "I edit and run.",
          tool_calls: [
            { id: "a", type: "function", function: { name: "edit", arguments: FIRST } },
            { id: "b", type: "function", function: { name: "run", arguments: "{}" } },
          ],
        },
        finish_reason: "tool_calls",
      },
    ],
  };

  test.each([
    [true, ["edit"]],
    [false, ["edit", "run"]],
  ])("with serialTools %s has the calls %j, and its text either way", async (serialTools, names) => {
    const server = await startServer(() => ({ body }));
    const { toolCalls, content, finishReason } = completionOf(await send(server, { serialTools }));
    expect(toolCalls.map((each) => each.function.name)).toEqual(names);
    expect([content, finishReason]).toEqual(["I edit and run.", "tool_calls"]);
  });
});

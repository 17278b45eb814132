import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Completion } from "../../../src/backends/transport/completion.ts";
import { startServer } from "../../helpers/scripted-server.ts";
import { completionOf, failureOf, send } from "./send.ts";

/** What a server sends for two tool calls, the first of them for the weather in Oslo. */
interface Recorded {
  readonly server: string;
  /** Recorded, or after which report, page or source it was made. */
  readonly source: string;
  readonly calls: number;
  /** One for both ways, one for each (streamed, whole), or none. */
  readonly firstId: string | readonly [string, string] | null;
  readonly finishReason: string;
  readonly content: string;
  /** Events, each without the blank line after it. */
  readonly stream: readonly string[];
  readonly whole: object;
}

const FOLDER = join(import.meta.dirname, "../../fixtures/streams");
const RECORDED = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((file) => ({
    name: file.replace(".json", ""),
    ...(JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Recorded),
  }));

async function receive(
  recorded: Recorded,
  { streamed, serialTools, pieces }: { streamed: boolean; serialTools: boolean; pieces?: number },
): Promise<Completion> {
  const text = recorded.stream.map((event) => `${event}\n\n`).join("");
  const server = await startServer(async (_, response) => {
    if (!streamed) return { body: recorded.whole };
    response.writeHead(200, { "content-type": "text/event-stream" });
    const size = pieces ?? text.length;
    for (let at = 0; at < text.length; at += size) {
      response.write(text.slice(at, at + size));
      if (pieces !== undefined) await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
    return undefined;
  });
  return completionOf(await send(server, { body: { model: "m", stream: streamed }, serialTools }));
}

function meaningOf({ toolCalls, finishReason, content }: Completion): object {
  return {
    calls: toolCalls.map((each) => [each.function.name, argumentsOf(each.function.arguments)]),
    finishReason,
    content,
  };
}

/** Cut arguments stay text. */
function argumentsOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

test("there are recordings of each server, and each says where it comes from", () => {
  for (const server of ["llama.cpp", "Ollama", "vLLM", "SGLang", "LM Studio", "LiteLLM", "mlx_lm"])
    expect(RECORDED.some((each) => each.server.startsWith(server))).toBe(true);
  for (const { source } of RECORDED) expect(source).toMatch(/^(?:recorded|shape|after|read|built)/);
});

describe.each(RECORDED)("two calls of $name", (recorded) => {
  const [streamedId, wholeId] = Array.isArray(recorded.firstId)
    ? recorded.firstId
    : [recorded.firstId, recorded.firstId];

  test.each([
    [true, streamedId],
    [false, wholeId],
  ])("streamed %s: the first is alone and complete, with its id", async (streamed, id) => {
    const completion = await receive(recorded, { streamed, serialTools: true });
    expect(meaningOf(completion)).toEqual({
      calls: [["get_weather", { city: "Oslo" }]],
      finishReason: recorded.finishReason,
      content: recorded.content,
    });
    expect(completion.toolCalls[0]).toMatchObject({ id: id ?? "call_0", type: "function" });
  });

  test("arrive the same, however the stream is cut", async () => {
    const options = { streamed: true, serialTools: true };
    const cut = await receive(recorded, { ...options, pieces: 97 });
    expect(meaningOf(cut)).toEqual(meaningOf(await receive(recorded, options)));
  });

  test("both arrive without serialTools, streamed as whole", async () => {
    const streamed = await receive(recorded, { streamed: true, serialTools: false });
    const whole = await receive(recorded, { streamed: false, serialTools: false });
    expect(streamed.toolCalls).toHaveLength(recorded.calls);
    const meant = meaningOf(whole) as { calls: unknown[][] };
    expect((meaningOf(streamed) as { calls: unknown[][] }).calls.map(([name]) => name)).toEqual(
      meant.calls.map(([name]) => name),
    );
    expect(argumentsOf(streamed.toolCalls[0]!.function.arguments)).toEqual({ city: "Oslo" });
    const second = whole.toolCalls[1]!.function.arguments;
    expect(streamed.toolCalls[1]!.function.arguments.replaceAll(" ", "")).toContain(
      second.replaceAll(" ", ""),
    );
  });
});

test("the usage that comes after the finish is kept", async () => {
  const { usage } = await receive(RECORDED.find((each) => each.name === "vllm")!, {
    streamed: true,
    serialTools: true,
  });
  expect(usage).toEqual({ promptTokens: 120, completionTokens: 31 });
});

test("an answer in Ollama's native shape is no completion, and no crash", async () => {
  // Lines of /api/chat as ollama.com/blog/streaming-tool shows them.
  const call = { function: { name: "get_weather", arguments: { city: "Oslo" } } };
  const lines = [
    { model: "m", message: { role: "assistant", content: "", tool_calls: [call] }, done: false },
    { model: "m", message: { role: "assistant", content: "" }, done_reason: "stop", done: true },
  ];
  const server = await startServer(() => ({
    headers: { "content-type": "application/x-ndjson" },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  }));
  const reply = await send(server, { body: { model: "m", stream: true }, serialTools: true });
  expect(failureOf(reply)).toMatchObject({ status: 200 });
});

import { type JsonObject, parseJson } from "../../json-value.ts";
import type { Completion, CompletionOptions, CompletionReply, Get, GetReply, Target } from "./completion.ts";
import { createExchanger, type ExchangeReply } from "./exchange.ts";
import type { Failure } from "./failure.ts";
import { type CompletionParts, parseCompletion } from "./parse-completion.ts";
import { SseReader } from "./sse.ts";
import { StreamAssembly } from "./stream-assembly.ts";

export interface Transport {
  readonly complete: (
    target: Target,
    body: JsonObject,
    options: CompletionOptions,
  ) => Promise<CompletionReply>;
  readonly get: Get;
  readonly close: () => Promise<void>;
}

const MEBIBYTE = 1024 * 1024;
const CONNECT_TIMEOUT_MS = 2000;
const TOTAL_TIMEOUT_MS = 600_000;
const IDLE_TIMEOUT_MS = 120_000;
/** What is kept of an answer that is no completion. */
const KEPT_BODY = 64 * 1024;

/** One request at a time, no retry inside. */
export function createTransport(): Transport {
  const { exchange, close } = createExchanger();

  const complete = async (
    target: Target,
    body: JsonObject,
    options: CompletionOptions,
  ): Promise<CompletionReply> => {
    const stream = new StreamWatch(options);
    const totalTimeoutMs = options.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
    const reply = await exchange({
      method: "POST",
      url: `${target.endpoint}/chat/completions`,
      apiKey: target.apiKey,
      body: JSON.stringify(body),
      connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      firstByteTimeoutMs: options.firstByteTimeoutMs ?? totalTimeoutMs,
      totalTimeoutMs,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      maxResponseBytes: options.maxResponseBytes ?? 8 * MEBIBYTE,
      signal: options.signal,
      freshConnection: options.freshConnection === true,
      onText: (text, { status, headers }) =>
        status === 200 && isEventStream(headers) ? stream.push(text) : true,
    });
    return completionReply(reply, stream, body["stream"] === true);
  };

  const get: Get = async (url, { apiKey, timeoutMs, signal, maxResponseBytes }): Promise<GetReply> => {
    const reply = await exchange({
      method: "GET",
      url,
      apiKey,
      body: undefined,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      firstByteTimeoutMs: timeoutMs,
      totalTimeoutMs: timeoutMs,
      idleTimeoutMs: timeoutMs,
      maxResponseBytes: maxResponseBytes ?? 2 * MEBIBYTE,
      signal,
      freshConnection: false,
      onText: undefined,
    });
    if (!reply.ok) return reply;
    const { status, headers, text, durationMs } = reply;
    return { ok: true, status, headers, text, json: parseJson(text), durationMs };
  };

  return { complete, get, close };
}

function isEventStream(headers: Readonly<Record<string, string>>): boolean {
  return (headers["content-type"] ?? "").includes("text/event-stream");
}

/** Reads a stream as it comes, hands its pieces on, and stops when there is enough. */
class StreamWatch {
  readonly #reader = new SseReader();
  readonly #assembly = new StreamAssembly();
  readonly #onDelta: CompletionOptions["onDelta"];
  error: string | null = null;

  constructor({ onDelta }: CompletionOptions) {
    this.#onDelta = onDelta;
  }

  /** False when the rest is not wanted: the caller has enough, an error came, or the stream said that it is done. */
  push(text: string): boolean {
    return this.#take(this.#reader.push(text));
  }

  end(): void {
    this.#take(this.#reader.end());
  }

  get isWhole(): boolean {
    return this.#assembly.isWhole;
  }

  parts(): CompletionParts {
    return this.#assembly.parts();
  }

  #take(events: readonly Parameters<StreamAssembly["add"]>[0][]): boolean {
    for (const event of events) {
      const step = this.#assembly.add(event);
      if (step.kind === "error") {
        this.error = step.body;
        return false;
      }
      if (step.kind === "done") return false;
      if (step.kind === "delta" && this.#onDelta?.(step.delta) === false) return false;
    }
    return true;
  }
}

function completionReply(reply: ExchangeReply, stream: StreamWatch, asked: boolean): CompletionReply {
  if (!reply.ok) return reply;
  const { status, headers, text, durationMs, endedEarly } = reply;
  const fail = (body: string): CompletionReply => ({
    ok: false,
    durationMs,
    failure: httpFailure(status, headers, body, asked),
  });
  const succeed = (parts: CompletionParts): CompletionReply => ({
    ok: true,
    completion: { ...parts, status, headers, durationMs } satisfies Completion,
  });
  if (status < 200 || status >= 300) return fail(text);
  if (isEventStream(headers)) {
    if (!endedEarly) stream.end();
    if (stream.error !== null) return fail(stream.error);
    if (endedEarly || stream.isWhole) return succeed(stream.parts());
    return {
      ok: false,
      durationMs,
      failure: {
        error: [
          {
            name: "TruncatedStreamError",
            code: "SLMCODE_TRUNCATED_STREAM",
            message: "the stream ended without a finish reason",
          },
        ],
        context: { stream: true },
      },
    };
  }
  const json = parseJson(text);
  const parts = parseCompletion(json);
  if (parts !== null) return succeed(parts);
  if (json === undefined && text.trimStart().startsWith("data:"))
    return fromUnlabelledStream(text, fail, succeed);
  return fail(text);
}

/** Server-sent events that were not labelled as such. */
function fromUnlabelledStream(
  text: string,
  fail: (body: string) => CompletionReply,
  succeed: (parts: CompletionParts) => CompletionReply,
): CompletionReply {
  const stream = new StreamWatch({});
  stream.push(text);
  stream.end();
  if (stream.error !== null) return fail(stream.error);
  return stream.isWhole ? succeed(stream.parts()) : fail(text);
}

function httpFailure(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
  stream: boolean,
): Failure {
  return { status, headers, body: body.slice(0, KEPT_BODY), ...(stream ? { context: { stream } } : {}) };
}

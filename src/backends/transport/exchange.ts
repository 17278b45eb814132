import { setMaxListeners } from "node:events";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Dispatcher } from "undici";
import { errorLinks } from "./error-links.ts";
import type { ErrorLink, TransportFailure } from "./failure.ts";

type Undici = typeof import("undici");

export interface ExchangeRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly body: string | undefined;
  readonly connectTimeoutMs: number;
  readonly firstByteTimeoutMs: number;
  readonly totalTimeoutMs: number;
  /** Silence within an answer; SSE comments end it. */
  readonly idleTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly freshConnection: boolean;
  /** Called with each piece of text as it comes. False ends the exchange early, which is no failure. */
  readonly onText: ((text: string, head: ExchangeHead) => boolean) | undefined;
}

export interface ExchangeHead {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

export type ExchangeReply =
  | ({
      readonly ok: true;
      readonly text: string;
      readonly endedEarly: boolean;
      readonly durationMs: number;
    } & ExchangeHead)
  | { readonly ok: false; readonly failure: TransportFailure; readonly durationMs: number };

/** Makes one HTTP exchange at a time and keeps the connections. Never throws for what a server or a network does. */
export interface Exchanger {
  readonly exchange: (request: ExchangeRequest) => Promise<ExchangeReply>;
  readonly close: () => Promise<void>;
}

/** Why we ended an exchange ourselves. */
type OwnEnd = "caller" | "deadline" | "too_large" | "enough";

/** The one place that imports undici; it is loaded by the first request. Proxy variables are not obeyed, redirects not followed. */
export function createExchanger(): Exchanger {
  let loading: Promise<Undici> | undefined;
  const agents = new Map<number, Dispatcher>();
  const load = (): Promise<Undici> => {
    loading ??= import("undici");
    return loading;
  };
  return {
    exchange: async (request) => {
      const startedAt = performance.now();
      const refused = whyNotSent(request);
      if (refused !== null) return { ok: false, failure: { error: [refused] }, durationMs: 0 };
      const undici = await load();
      const dispatcher = request.freshConnection
        ? newAgent(undici, request)
        : pooledAgent(undici, request, agents);
      try {
        return await run(undici, dispatcher, request, startedAt);
      } finally {
        if (request.freshConnection) void dispatcher.destroy().catch(() => {});
      }
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy().catch(() => {})));
      agents.clear();
    },
  };
}

function newAgent({ Agent }: Undici, { connectTimeoutMs }: ExchangeRequest): Dispatcher {
  return new Agent({ connect: { timeout: connectTimeoutMs }, headersTimeout: 0, bodyTimeout: 0 });
}

function pooledAgent(undici: Undici, request: ExchangeRequest, agents: Map<number, Dispatcher>): Dispatcher {
  const known = agents.get(request.connectTimeoutMs);
  if (known !== undefined) return known;
  const agent = newAgent(undici, request);
  agents.set(request.connectTimeoutMs, agent);
  return agent;
}

/** A key that cannot be a header is not handed to a library that would print it. */
function whyNotSent({ url, apiKey }: ExchangeRequest): ErrorLink | null {
  if (apiKey !== undefined && !/^[\u0021-\u007e]+$/.test(apiKey)) {
    return {
      name: "InvalidKeyError",
      code: "SLMCODE_INVALID_KEY",
      message:
        "the key holds a character that cannot be in a header (a line break, a blank or a curly quote)",
    };
  }
  if (!URL.canParse(url))
    return { name: "TypeError", code: "ERR_INVALID_URL", message: "the endpoint is not a URL" };
  const { protocol, username, password } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:")
    return {
      name: "TypeError",
      code: "ERR_INVALID_URL",
      message: "the endpoint is not an http or https URL",
    };
  if (username !== "" || password !== "")
    return {
      name: "TypeError",
      code: "ERR_INVALID_URL",
      message: "the endpoint holds a user name or password; a key goes into a variable",
    };
  return null;
}

async function run(
  undici: Undici,
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  startedAt: number,
): Promise<ExchangeReply> {
  const controller = new AbortController();
  let ownEnd: OwnEnd | null = null;
  const end = (why: OwnEnd): void => {
    ownEnd ??= why;
    controller.abort();
  };
  const onCallerAbort = (): void => end("caller");
  if (request.signal?.aborted === true) end("caller");
  // One signal may stand behind many exchanges at once; that is no leak.
  if (request.signal !== undefined) setMaxListeners(0, request.signal);
  request.signal?.addEventListener("abort", onCallerAbort, { once: true });
  const total = setTimeout(() => end("deadline"), request.totalTimeoutMs);
  const firstByte = setTimeout(() => end("deadline"), request.firstByteTimeoutMs);
  const durationMs = (): number => performance.now() - startedAt;
  try {
    const response = await undici.request(request.url, {
      dispatcher,
      method: request.method,
      headers: headersOf(request),
      body: request.body ?? null,
      signal: controller.signal,
      bodyTimeout: request.idleTimeoutMs,
    });
    clearTimeout(firstByte);
    const head: ExchangeHead = { status: response.statusCode, headers: flatHeaders(response.headers) };
    const read = await readBody(decoded(response.body, head), request, head, end);
    return { ok: true, ...head, ...read, durationMs: durationMs() };
  } catch (thrown) {
    return { ok: false, failure: failureOf(thrown, ownEnd, request), durationMs: durationMs() };
  } finally {
    clearTimeout(total);
    clearTimeout(firstByte);
    request.signal?.removeEventListener("abort", onCallerAbort);
  }
}

function headersOf({ apiKey, body }: ExchangeRequest): Record<string, string> {
  return {
    accept: "application/json, text/event-stream",
    "accept-encoding": "identity",
    "user-agent": "slmcode",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
}

function flatHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}

/** Identity was asked for; a server that compresses all the same is read too. */
function decoded(body: Readable, { headers }: ExchangeHead): Readable {
  const decoder = {
    gzip: createGunzip,
    "x-gzip": createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }[headers["content-encoding"] ?? ""];
  if (decoder === undefined) return body;
  const stream = decoder();
  body.on("error", (error) => stream.destroy(error));
  return body.pipe(stream);
}

async function readBody(
  body: Readable,
  request: ExchangeRequest,
  head: ExchangeHead,
  end: (why: OwnEnd) => void,
): Promise<{ text: string; endedEarly: boolean }> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > request.maxResponseBytes) {
      end("too_large");
      throw new Error("the answer is larger than it may be");
    }
    const piece = decoder.decode(chunk, { stream: true });
    pieces.push(piece);
    if (request.onText?.(piece, head) === false) {
      end("enough");
      body.destroy();
      return { text: pieces.join(""), endedEarly: true };
    }
  }
  pieces.push(decoder.decode());
  return { text: pieces.join(""), endedEarly: false };
}

function failureOf(
  thrown: unknown,
  ownEnd: OwnEnd | null,
  { totalTimeoutMs, firstByteTimeoutMs, maxResponseBytes, apiKey }: ExchangeRequest,
): TransportFailure {
  if (ownEnd === "caller")
    return {
      error: [{ name: "AbortError", message: "canceled by the caller" }],
      context: { local_abort: true },
    };
  if (ownEnd === "deadline") {
    const seconds = Math.round(Math.min(totalTimeoutMs, firstByteTimeoutMs) / 100) / 10;
    return {
      error: [{ name: "TimeoutError", message: `no complete answer within ${seconds} s` }],
      context: { local_timeout: true },
    };
  }
  if (ownEnd === "too_large") {
    return {
      error: [
        {
          name: "ResponseTooLargeError",
          code: "SLMCODE_RESPONSE_TOO_LARGE",
          message: `the answer is larger than ${maxResponseBytes} bytes`,
        },
      ],
    };
  }
  const links = errorLinks(thrown);
  if (apiKey === undefined) return { error: links };
  return {
    error: links.map((link) => ({ ...link, message: (link.message ?? "").replaceAll(apiKey, "[key]") })),
  };
}

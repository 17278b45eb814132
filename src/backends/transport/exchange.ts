import { setMaxListeners } from "node:events";
import type { Dispatcher } from "undici";
import { exchangeFailure, type OwnEnd } from "./exchange-failure.ts";
import type { TransportFailure } from "./failure.ts";
import { type AfterPiece, CallbackError, readBody } from "./read-body.ts";
import { whyNotSent } from "./request-check.ts";
import { failureWithoutKey } from "./without-key.ts";

type Undici = typeof import("undici");

export interface ExchangeRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  /** Sent as a bearer token; an empty one is none. */
  readonly apiKey: string | undefined;
  readonly body: string | undefined;
  readonly connectTimeoutMs: number;
  readonly firstByteTimeoutMs: number;
  readonly totalTimeoutMs: number;
  /** Silence within an answer; any byte ends it, SSE comments too. */
  readonly idleTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly freshConnection: boolean;
  /** Called with each piece of text as it comes. */
  readonly onText: ((text: string, head: ExchangeHead) => AfterPiece) | undefined;
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
      /** `onText` wanted no more. */
      readonly endedEarly: boolean;
      readonly durationMs: number;
    } & ExchangeHead)
  | { readonly ok: false; readonly failure: TransportFailure; readonly durationMs: number };

/** Makes HTTP exchanges and keeps the connections. Never throws for what a server or a network does. */
export interface Exchanger {
  readonly exchange: (request: ExchangeRequest) => Promise<ExchangeReply>;
  readonly close: () => Promise<void>;
}

/** A longer wait than timers can hold would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The one place that imports undici; it is loaded by the first request. Proxy variables are not obeyed, redirects not followed. */
export function createExchanger(): Exchanger {
  let loading: Promise<Undici> | undefined;
  const agents = new Map<number, Dispatcher>();
  const pooledAgent = (undici: Undici, connectTimeoutMs: number): Dispatcher => {
    const agent = agents.get(connectTimeoutMs) ?? newAgent(undici, connectTimeoutMs);
    agents.set(connectTimeoutMs, agent);
    return agent;
  };
  return {
    exchange: async (request) => {
      const refused = whyNotSent(request);
      if (refused !== null) return { ok: false, failure: { error: [refused] }, durationMs: 0 };
      loading ??= import("undici");
      const undici = await loading;
      const { connectTimeoutMs, freshConnection } = request;
      const dispatcher = freshConnection
        ? newAgent(undici, connectTimeoutMs)
        : pooledAgent(undici, connectTimeoutMs);
      try {
        return await run(undici, dispatcher, request);
      } finally {
        if (freshConnection) void dispatcher.destroy().catch(() => {});
      }
    },
    close: async () => {
      const open = [...agents.values()];
      agents.clear();
      await Promise.all(open.map((agent) => agent.destroy().catch(() => {})));
    },
  };
}

function newAgent({ Agent }: Undici, connectTimeoutMs: number): Dispatcher {
  return new Agent({ connect: { timeout: connectTimeoutMs }, headersTimeout: 0, bodyTimeout: 0 });
}

/** The signals and timers that may end one exchange, and which of them did. */
class EndWatch {
  readonly #controller = new AbortController();
  readonly #total: NodeJS.Timeout;
  readonly #firstByte: NodeJS.Timeout;
  readonly #callerSignal: AbortSignal | undefined;
  ended: OwnEnd | null = null;

  constructor({ signal, totalTimeoutMs, firstByteTimeoutMs }: ExchangeRequest) {
    this.#callerSignal = signal;
    this.#total = timer(() => this.end("total"), totalTimeoutMs);
    this.#firstByte = timer(() => this.end("first_byte"), firstByteTimeoutMs);
    // One signal may stand behind many exchanges at once; that is no leak.
    if (signal !== undefined) setMaxListeners(0, signal);
    signal?.addEventListener("abort", this.#onCallerAbort, { once: true });
    if (signal?.aborted === true) this.end("caller");
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly end = (why: OwnEnd): void => {
    this.ended ??= why;
    this.#controller.abort();
  };

  sawHead(): void {
    clearTimeout(this.#firstByte);
  }

  clear(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#firstByte);
    this.#callerSignal?.removeEventListener("abort", this.#onCallerAbort);
  }

  readonly #onCallerAbort = (): void => this.end("caller");
}

function timer(run: () => void, delayMs: number): NodeJS.Timeout {
  return setTimeout(run, Math.min(delayMs, LONGEST_TIMER_MS));
}

async function run(undici: Undici, dispatcher: Dispatcher, request: ExchangeRequest): Promise<ExchangeReply> {
  const startedAt = performance.now();
  const durationMs = (): number => Math.round(performance.now() - startedAt);
  const watch = new EndWatch(request);
  try {
    const response = await undici.request(request.url, {
      dispatcher,
      method: request.method,
      headers: headersOf(request),
      body: request.body ?? null,
      signal: watch.signal,
      bodyTimeout: Math.min(request.idleTimeoutMs, LONGEST_TIMER_MS),
    });
    watch.sawHead();
    const head: ExchangeHead = { status: response.statusCode, headers: flatHeaders(response.headers) };
    const { onText } = request;
    const read = await readBody(response.body, {
      contentEncoding: head.headers["content-encoding"],
      maxBytes: request.maxResponseBytes,
      onText: onText === undefined ? undefined : (text) => onText(text, head),
      end: watch.end,
    });
    if (watch.ended === "too_large") throw new Error("too large");
    return { ok: true, ...head, ...read, durationMs: durationMs() };
  } catch (thrown) {
    if (thrown instanceof CallbackError) {
      watch.end("enough");
      throw thrown.cause;
    }
    const failure = exchangeFailure(thrown, watch.ended, request);
    return { ok: false, failure: failureWithoutKey(failure, request.apiKey), durationMs: durationMs() };
  } finally {
    watch.clear();
  }
}

function headersOf({ apiKey, body }: ExchangeRequest): Record<string, string> {
  return {
    accept: "application/json, text/event-stream",
    "accept-encoding": "identity",
    "user-agent": "slmcode",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(apiKey === undefined || apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` }),
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

import type { JsonObject } from "../../json-value.ts";
import { completionsUrl } from "./base-url.ts";
import type { Complete, CompletionOptions, CompletionReply, Get, GetReply, Target } from "./completion.ts";
import { completionReply, isEventStream } from "./completion-reply.ts";
import { createExchanger, type ExchangeReply, type Exchanger } from "./exchange.ts";
import { type ExchangeRecord, exchangeRecord } from "./exchange-record.ts";
import { getReply } from "./get-reply.ts";
import { isLostConnection } from "./lost-connection.ts";
import { StreamWatch } from "./stream-watch.ts";

/** Requests to an endpoint over connections that are kept. Failures are values; nothing is retried but a GET whose connection was lost. */
export interface Transport {
  readonly complete: Complete;
  readonly get: Get;
  /** Drops all connections. What is under way fails. */
  readonly close: () => Promise<void>;
}

export interface TransportOptions {
  /** Told of each exchange when it has ended, in whatever way. */
  readonly onExchange?: ((record: ExchangeRecord) => void) | undefined;
}

const MEBIBYTE = 1024 * 1024;
const CONNECT_TIMEOUT_MS = 2000;
const TOTAL_TIMEOUT_MS = 600_000;
/** Between the head and the first piece a slow machine may read a long prompt. */
const IDLE_TIMEOUT_MS = 300_000;

/** Single requests. Only a GET whose connection was lost is sent once more, over a new one. */
export function createTransport({ onExchange }: TransportOptions = {}): Transport {
  const { exchange: send, close } = createExchanger();
  const exchange = onExchange === undefined ? send : recorded(send, onExchange);

  const complete = async (
    target: Target,
    body: JsonObject,
    options: CompletionOptions,
  ): Promise<CompletionReply> => {
    const watch = new StreamWatch(options);
    const totalTimeoutMs = options.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
    const reply = await exchange({
      method: "POST",
      url: completionsUrl(target.endpoint),
      apiKey: target.apiKey,
      body: JSON.stringify(body),
      connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      firstByteTimeoutMs: options.firstByteTimeoutMs ?? totalTimeoutMs,
      totalTimeoutMs,
      idleTimeoutMs: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
      maxResponseBytes: options.maxResponseBytes ?? 8 * MEBIBYTE,
      signal: options.signal,
      freshConnection: options.freshConnection === true,
      onText: (text, head) => (isEventStream(head) ? watch.push(text) : "more"),
    });
    const { apiKey } = target;
    const { onDelta, serialTools = false } = options;
    return completionReply(reply, { apiKey, watch, asked: body["stream"] === true, onDelta, serialTools });
  };

  const get: Get = async (url, { apiKey, timeoutMs, signal, maxResponseBytes }): Promise<GetReply> => {
    const startedAt = performance.now();
    const once = (freshConnection: boolean, limitMs: number): Promise<ExchangeReply> =>
      exchange({
        method: "GET",
        url,
        apiKey,
        body: undefined,
        connectTimeoutMs: Math.min(CONNECT_TIMEOUT_MS, timeoutMs),
        firstByteTimeoutMs: limitMs,
        totalTimeoutMs: limitMs,
        idleTimeoutMs: limitMs,
        maxResponseBytes: maxResponseBytes ?? 2 * MEBIBYTE,
        signal,
        freshConnection,
        onText: undefined,
      });
    let reply = await once(false, timeoutMs);
    if (!reply.ok && isLostConnection(reply.failure)) {
      // A server that was restarted has closed the connections that were kept; to ask again harms nothing.
      const leftMs = timeoutMs - (performance.now() - startedAt);
      if (leftMs > 0) reply = await once(true, leftMs);
    }
    return reply.ok ? getReply(reply, apiKey) : reply;
  };

  return { complete, get, close };
}

function recorded(
  send: Exchanger["exchange"],
  onExchange: (record: ExchangeRecord) => void,
): Exchanger["exchange"] {
  return async (request) => {
    const sentAtMs = Date.now();
    const reply = await send(request);
    onExchange(exchangeRecord(request, reply, sentAtMs));
    return reply;
  };
}

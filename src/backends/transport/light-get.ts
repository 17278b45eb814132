import http from "node:http";
import https from "node:https";
import type { Get, GetReply } from "./completion.ts";
import { exchangeFailure, type OwnEnd } from "./exchange-failure.ts";
import { getReply } from "./get-reply.ts";
import { whyNotSent } from "./request-check.ts";
import { failureWithoutKey } from "./without-key.ts";

const MAX_BYTES = 2 * 1024 * 1024;

type GetOptions = Parameters<Get>[1];

/**
 * One GET by node:http: for `status`, which has to answer at once. undici alone would take longer to load than everything
 * else. Same rules: no redirect followed, no proxy, a cap on size and time, no key in an error.
 */
export const lightGet: Get = async (url, options): Promise<GetReply> => {
  const { apiKey, timeoutMs, maxResponseBytes = MAX_BYTES } = options;
  const refused = whyNotSent({ url, apiKey });
  if (refused !== null) return { ok: false, failure: { error: [refused] }, durationMs: 0 };
  const startedAt = performance.now();
  const durationMs = (): number => Math.round(performance.now() - startedAt);
  let ended: OwnEnd | null = null;
  const end = (why: OwnEnd): void => {
    ended ??= why;
  };
  try {
    const answer = await answerTo(url, { ...options, maxResponseBytes }, end);
    return getReply({ ...answer, durationMs: durationMs() }, apiKey);
  } catch (thrown) {
    const limits = { totalTimeoutMs: timeoutMs, firstByteTimeoutMs: timeoutMs, maxResponseBytes };
    const failure = failureWithoutKey(exchangeFailure(thrown, ended, limits), apiKey);
    return { ok: false, failure, durationMs: durationMs() };
  }
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Rejects when the exchange fails; `end` has then been told if it was ended here. */
function answerTo(
  url: string,
  { apiKey, timeoutMs, signal, maxResponseBytes }: GetOptions & { readonly maxResponseBytes: number },
  end: (why: OwnEnd) => void,
): Promise<Answer> {
  const authorization = apiKey === undefined || apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` };
  return new Promise((resolve, reject) => {
    const client = new URL(url).protocol === "https:" ? https : http;
    const request = client.get(url, {
      headers: { accept: "application/json", ...authorization },
      agent: false,
    });
    const stop = (why: OwnEnd): void => {
      end(why);
      request.destroy(new Error(why));
    };
    const onAbort = (): void => stop("caller");
    const timer = setTimeout(() => stop("total"), timeoutMs);
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      act();
    };
    request.on("error", (error) => settle(() => reject(error)));
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > maxResponseBytes) stop("too_large");
      });
      response.on("error", (error) => settle(() => reject(error)));
      response.on("end", () => settle(() => resolve(answerOf(response, chunks))));
    });
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
  });
}

function answerOf({ statusCode = 0, headers }: http.IncomingMessage, chunks: readonly Buffer[]): Answer {
  const flat = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  return { status: statusCode, headers: Object.fromEntries(flat), text };
}

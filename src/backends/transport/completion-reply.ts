import { parseJson } from "../../json-value.ts";
import type { CompletionDelta, CompletionReply } from "./completion.ts";
import type { ExchangeHead, ExchangeReply } from "./exchange.ts";
import type { Failure } from "./failure.ts";
import { firstToolCall } from "./first-tool-call.ts";
import { type CompletionParts, parseCompletion } from "./parse-completion.ts";
import { type StreamEnd, StreamWatch } from "./stream-watch.ts";
import { failureWithoutKey } from "./without-key.ts";

/** What is kept of an answer that is no completion. */
const KEPT_BODY = 64 * 1024;

export interface ReplyContext {
  readonly apiKey: string | undefined;
  /** Read the answer while it came, where it was a stream. */
  readonly watch: StreamWatch;
  /** A stream was asked for. */
  readonly asked: boolean;
  readonly onDelta: ((delta: CompletionDelta) => boolean | undefined) | undefined;
  readonly serialTools: boolean;
}

export function isEventStream({ status, headers }: ExchangeHead): boolean {
  return status >= 200 && status < 300 && /\btext\/event-stream\b/i.test(headers["content-type"] ?? "");
}

/** A completion or a failure. Servers answer JSON where a stream was asked for, a stream where none was, and either under the other's name. */
export function completionReply(reply: ExchangeReply, context: ReplyContext): CompletionReply {
  if (!reply.ok) return reply;
  const { status, headers, text, durationMs } = reply;
  const succeed = (parts: CompletionParts): CompletionReply => ({
    ok: true,
    completion: { ...(context.serialTools ? firstToolCall(parts) : parts), status, headers, durationMs },
  });
  const fail = (failure: Failure): CompletionReply => ({
    ok: false,
    failure: failureWithoutKey(failure, context.apiKey),
    durationMs,
  });
  const failWith = (body: string): CompletionReply =>
    fail({
      status,
      headers,
      body: body.slice(0, KEPT_BODY),
      ...(context.asked ? { context: { stream: true } } : {}),
    });
  if (status < 200 || status >= 300) return failWith(text);
  const end = streamEnd(reply, context.watch);
  if (end.kind === "completion") return succeed(end.parts);
  if (end.kind === "error") return failWith(end.body);
  if (end.kind === "truncated") return fail(truncatedStream(end.message));
  const parts = parseCompletion(parseJson(text));
  if (parts === null) return failWith(text);
  if (context.asked && (parts.content !== "" || parts.reasoning !== ""))
    context.onDelta?.({ content: parts.content, reasoning: parts.reasoning });
  return succeed(parts);
}

function streamEnd(
  { text, ...head }: ExchangeHead & { readonly text: string },
  watch: StreamWatch,
): StreamEnd {
  if (isEventStream(head)) return watch.end();
  if (!/^\s*(?:data|event|id|retry|):/.test(text)) return { kind: "nothing" };
  const unlabelled = new StreamWatch();
  unlabelled.push(text);
  return unlabelled.end();
}

function truncatedStream(message: string): Failure {
  return {
    error: [{ name: "TruncatedStreamError", code: "SLMCODE_TRUNCATED_STREAM", message }],
    context: { stream: true },
  };
}

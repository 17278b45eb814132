import type { JsonObject, JsonValue } from "../../json-value.ts";
import type { Failure } from "./failure.ts";

/** Where to send requests. `apiKey` is sent as a bearer token and never stored, logged or put in an error. */
export interface Target {
  /** Normalised base URL, without a trailing slash: `http://127.0.0.1:8080/v1`. Holds no credentials. */
  readonly endpoint: string;
  /** A preset's id; `generic` where nothing is known. */
  readonly provider: string;
  readonly model: string;
  readonly apiKey?: string;
}

/** A message as the chat API has it. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

/** A call of a tool, as the model made it. */
export interface ToolCall {
  readonly id: string;
  readonly type: "function";
  /** `arguments` is JSON text, as the wire has it. */
  readonly function: { readonly name: string; readonly arguments: string };
}

/** As the server counts; 0 where it does not say. */
export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** A chat completion, whole, whether it was streamed or not. */
export interface Completion {
  readonly content: string;
  /** `reasoning_content` or `reasoning`, whichever the server uses; empty where there is none. */
  readonly reasoning: string;
  readonly refusal: string | null;
  readonly toolCalls: readonly ToolCall[];
  /** As the server says it: `stop`, `length`, `tool_calls`, ... */
  readonly finishReason: string | null;
  readonly usage: Usage | null;
  /** The model that the server says has answered. */
  readonly model: string | null;
  readonly systemFingerprint: string | null;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly durationMs: number;
}

export type CompletionReply =
  | { readonly ok: true; readonly completion: Completion }
  | { readonly ok: false; readonly failure: Failure; readonly durationMs: number };

export interface CompletionOptions {
  /** @default 2000 */
  readonly connectTimeoutMs?: number;
  /** Until the first byte of the answer's head. */
  readonly firstByteTimeoutMs?: number;
  /** For the whole exchange. */
  readonly totalTimeoutMs?: number;
  /** Silence within an answer; any byte ends it, an SSE comment too. @default 300000 */
  readonly idleTimeoutMs?: number;
  /** @default 8 MiB */
  readonly maxResponseBytes?: number;
  readonly signal?: AbortSignal;
  /** Do not reuse a pooled connection (the probe's bait wants a new one). */
  readonly freshConnection?: boolean;
  /** Called for each piece of a streamed answer. Return false to end the stream early, which is no failure. */
  readonly onDelta?: (delta: CompletionDelta) => boolean | undefined;
  /** Keeps the first tool call of a message and drops the rest, in a stream as it comes. */
  readonly serialTools?: boolean;
}

export interface CompletionDelta {
  readonly content: string;
  readonly reasoning: string;
}

/** One POST to `/chat/completions`; `body.stream === true` makes it streamed. No retry inside. Never throws for what a server does. */
export type Complete = (
  target: Target,
  body: JsonObject,
  options: CompletionOptions,
) => Promise<CompletionReply>;

export type GetReply =
  | {
      readonly ok: true;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
      /** The parsed body; `undefined` where it is not JSON. */
      readonly json: JsonValue | undefined;
      readonly durationMs: number;
    }
  | { readonly ok: false; readonly failure: Failure; readonly durationMs: number };

/** One GET (any status is `ok: true`: the caller reads it). Paths are absolute URLs on the target's origin. */
export type Get = (
  url: string,
  options: {
    readonly apiKey?: string;
    readonly timeoutMs: number;
    readonly signal?: AbortSignal;
    readonly maxResponseBytes?: number;
  },
) => Promise<GetReply>;

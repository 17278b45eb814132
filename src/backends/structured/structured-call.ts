import type { JsonObject, JsonValue } from "../../json-value.ts";
import type { Issue } from "../../schema/issue.ts";
import type { Capabilities } from "../capabilities.ts";
import type { ProbeWorld } from "../probe/probe-session.ts";
import type { RetryPolicy } from "../retry/retry-policy.ts";
import type { Store } from "../store/store.ts";
import type { ChatMessage, Usage } from "../transport/completion.ts";
import type { FailureClass } from "../transport/failure.ts";
import type { Rung } from "../wire/rung.ts";
import type { WireFormId } from "../wire/wire-forms.ts";
import type { FailureMemory } from "./failure-memory.ts";

/** One structured call. One of `contract` and `schema` says what the answer must look like. */
export interface StructuredRequest {
  /** Base URL, such as `http://127.0.0.1:8080/v1`. */
  readonly endpoint: string;
  readonly model: string;
  /** A preset's id. @default "auto": found out by cheap GETs */
  readonly provider?: string | undefined;
  /** Sent as a bearer token; never stored, logged or put in an error. */
  readonly apiKey?: string | undefined;
  readonly messages: readonly ChatMessage[];
  /** The name of one of the sixteen contracts. */
  readonly contract?: string | undefined;
  /** A schema of your own. What is made of it is kept by its identity: do not change it afterwards. */
  readonly schema?: JsonObject | undefined;
  /** `off` sends no constraint at all. @default "auto" */
  readonly mode?: "auto" | "off" | undefined;
  /** Begin at this rung instead of the negotiated one. */
  readonly rung?: Rung | undefined;
  /** Cap of the answer, in tokens; what a thinking model needs beyond it is added. @default 2048 */
  readonly maxTokens?: number | undefined;
  /** The field that carries the cap. @default "auto": the one that the probe found to be taken */
  readonly maxTokensField?: "auto" | "max_tokens" | "max_completion_tokens" | undefined;
  /** `off` asks the server to leave thinking out, in its likeliest spelling. @default "auto": as the evidence was won */
  readonly thinking?: "auto" | "off" | undefined;
  readonly temperature?: number | undefined;
  readonly stop?: readonly string[] | undefined;
  /** With tools nothing is constrained: the two are never sent together. */
  readonly tools?: readonly JsonObject[] | undefined;
  /** Whether the shape is told to the model in the system message, on every rung. @default true */
  readonly describeShape?: boolean | undefined;
  /** For one request, all of it. @default 120000 */
  readonly timeoutMs?: number | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Evidence that is already at hand; probed (and remembered) when left away. */
  readonly capabilities?: Capabilities | undefined;
  readonly probeTimeoutMs?: number | undefined;
  readonly onEvent?: ((event: StructuredEvent) => void) | undefined;
  /** Where evidence, demotions and history are kept. Without it they last as long as the process. */
  readonly store?: Store | undefined;
  /** Remembered failures and what helped against them. */
  readonly memory?: FailureMemory | undefined;
  /** The network, clock and random numbers; the real ones when left away. */
  readonly world?: ProbeWorld | undefined;
}

/** What happens on the way, for progress and logs. No event holds a prompt or a key. */
export type StructuredEvent =
  | { readonly type: "probing"; readonly step: string }
  | { readonly type: "attempt"; readonly attempt: number; readonly rung: Rung; readonly wireForm: WireFormId }
  | { readonly type: "delta"; readonly attempt: number; readonly content: string; readonly reasoning: string }
  | {
      readonly type: "retry";
      readonly class: FailureClass;
      readonly delayMs: number;
      readonly reason: string;
    }
  | {
      readonly type: "step_down";
      readonly from: WireFormId;
      readonly reason: string;
      readonly serverMessage: string | null;
    }
  | {
      readonly type: "demoted";
      readonly wireForm: WireFormId;
      readonly reason: string;
      readonly serverMessage: string | null;
    }
  | { readonly type: "ask_again"; readonly reason: string };

export type StructuredErrorKind =
  /** The endpoint failed; `class` says how. */
  | "request_failed"
  /** The answer was cut off, and a larger cap did not help. */
  | "truncated"
  /** No valid document, asked twice. */
  | "invalid_output"
  /** Neither a known contract nor a usable schema. */
  | "bad_contract";

/** Why there is no value. Data, without prompts and keys. */
export interface StructuredError {
  readonly kind: StructuredErrorKind;
  readonly message: string;
  readonly class: FailureClass | null;
  readonly httpStatus: number | null;
  readonly serverMessage: string | null;
  /** RFC 3339: when a limit ends that is too far away to wait for. */
  readonly resetsAt: string | null;
  readonly issues: readonly Issue[];
}

/** What was met on the way and did not keep the call from its end. */
export interface StructuredWarning {
  readonly code:
    | "schema_refused"
    | "stepped_down"
    | "whitespace_runaway"
    | "cap_raised"
    | "thinking_off"
    | "repair"
    | "demoted"
    | "enforcement_lost"
    | "remembered";
  readonly message: string;
}

interface StructuredOutcome {
  /** The rung of the last request. */
  readonly rung: Rung;
  readonly wireForm: WireFormId;
  /** The deepest repair rung that was needed; `null` where there was nothing to repair. */
  readonly repairRung: string | null;
  /** Requests sent for this call, the probe's own not counted. */
  readonly attempts: number;
  /** Classes of the failures met on the way, in order. */
  readonly classes: readonly FailureClass[];
  readonly usage: Usage;
  readonly durationMs: number;
  readonly warnings: readonly StructuredWarning[];
}

/** A valid value, or why there is none; and how it came about in either case. */
export type StructuredResult<Value = JsonValue> = StructuredOutcome &
  (
    | { readonly ok: true; readonly value: Value; readonly error: null }
    | { readonly ok: false; readonly value: null; readonly error: StructuredError }
  );

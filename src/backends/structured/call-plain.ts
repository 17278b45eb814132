import { type Conditions, DEFAULT_CONDITIONS } from "../capabilities.ts";
import { classify } from "../classify/classify.ts";
import { thinkingOffModes } from "../probe/thinking-off.ts";
import { retry } from "../retry/retry.ts";
import type { RetryPolicy } from "../retry/retry-policy.ts";
import { defaultRetryPolicy } from "../retry/retry-policy.ts";
import { askedEndpoint } from "../transport/asked-endpoint.ts";
import type { Completion, CompletionReply } from "../transport/completion.ts";
import { CANCELED } from "../transport/exchange-failure.ts";
import type { FailureClass } from "../transport/failure.ts";
import { plainBody } from "../wire/request-body.ts";
import { defaultWorld } from "./default-world.ts";
import { retryEvent } from "./retry-event.ts";
import type { StructuredRequest } from "./structured-call.ts";

/** The ordinary path: free text and tools, nothing constrained, nothing repaired. */
export interface PlainCallRequest
  extends Omit<
    StructuredRequest,
    "contract" | "schema" | "rung" | "mode" | "describeShape" | "capabilities"
  > {
  /** Only the first tool call of a message is kept; the pieces of later ones are dropped as they come. */
  readonly serialTools?: boolean | undefined;
  /** Attempts after a failed one. When it is given it replaces `retry`: a request is never retried twice over. */
  readonly llmRetryCount?: number | undefined;
  readonly llmRetryDelayMs?: number | undefined;
}

interface PlainOutcome {
  readonly attempts: number;
  readonly classes: readonly FailureClass[];
  readonly durationMs: number;
}

/** The completion, or how its failure was classed; and what it cost in either case. */
export type PlainResult = PlainOutcome &
  (
    | { readonly ok: true; readonly completion: Completion }
    | {
        readonly ok: false;
        readonly error: ReturnType<typeof classify>;
        /** `null` where no answer came. */
        readonly httpStatus: number | null;
      }
  );

/** One answer in free text or with tool calls, retried by the policy. A failure is a value; nothing is constrained. */
export async function callPlain(request: PlainCallRequest): Promise<PlainResult> {
  const world = request.world ?? (await defaultWorld());
  const startedAt = world.now();
  const classes: FailureClass[] = [];
  let attempts = 0;
  const body = plainBody({
    model: request.model,
    messages: request.messages,
    maxTokens: request.maxTokens ?? null,
    temperature: request.temperature,
    stop: request.stop,
    conditions: conditionsOf(request),
    ...(request.tools === undefined || request.tools.length === 0 ? {} : { extra: { tools: request.tools } }),
  });
  const target = {
    endpoint: askedEndpoint(request.endpoint),
    provider: request.provider ?? "generic",
    model: request.model,
    ...(request.apiKey === undefined ? {} : { apiKey: request.apiKey }),
  };
  const reply = await retry(
    async (): Promise<CompletionReply> => {
      attempts += 1;
      const attempt = attempts;
      request.onEvent?.({ type: "attempt", attempt, rung: "prompt_only", wireForm: "none" });
      const answer = await world.complete(target, body, {
        totalTimeoutMs: request.timeoutMs ?? 120_000,
        ...(request.signal === undefined ? {} : { signal: request.signal }),
        ...(request.serialTools === true ? { serialTools: true } : {}),
        ...(request.onEvent === undefined
          ? {}
          : {
              onDelta: ({ content, reasoning }) => {
                request.onEvent?.({ type: "delta", attempt, content, reasoning });
                return true;
              },
            }),
      });
      if (!answer.ok) classes.push(classify(answer.failure).class);
      return answer;
    },
    {
      policy: policyOf(request),
      clock: world,
      random: request.llmRetryCount === undefined ? world.random : () => 1,
      failureOf: (answer) => (answer.ok ? null : classify(answer.failure)),
      signal: request.signal,
      canceledResult: (): CompletionReply => {
        classes.push("canceled");
        return { ok: false, failure: CANCELED, durationMs: 0 };
      },
      onRetry: ({ delayMs, failure }) => request.onEvent?.(retryEvent(failure, delayMs)),
    },
  );
  const outcome: PlainOutcome = { attempts, classes, durationMs: world.now() - startedAt };
  return reply.ok
    ? { ok: true, completion: reply.completion, ...outcome }
    : {
        ok: false,
        error: classify(reply.failure),
        httpStatus: "status" in reply.failure ? reply.failure.status : null,
        ...outcome,
      };
}

/** The ordinary path's own count and fixed delay, or the policy; never both. */
function policyOf({ retry: given, llmRetryCount, llmRetryDelayMs }: PlainCallRequest): RetryPolicy {
  if (llmRetryCount === undefined) return { ...defaultRetryPolicy, ...given };
  const delayMs = llmRetryDelayMs ?? 0;
  return { attempts: 1 + llmRetryCount, baseDelayMs: delayMs, maxDelayMs: Math.max(delayMs, 1) };
}

/** As the caller says; nothing was measured for this path. */
function conditionsOf({
  onEvent,
  maxTokensField = "auto",
  thinking,
  provider,
}: PlainCallRequest): Conditions {
  const off = thinking === "off" ? thinkingOffModes(provider ?? "generic")[0] : undefined;
  return {
    ...DEFAULT_CONDITIONS,
    stream: onEvent !== undefined,
    ...(maxTokensField === "auto" ? {} : { capField: maxTokensField }),
    ...(off === undefined ? {} : { thinking: off }),
  };
}

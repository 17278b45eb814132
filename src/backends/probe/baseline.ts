import type { BaselineState, Conditions, ProbeNote, ThinkingMode } from "../capabilities.ts";
import { type Classification, classify } from "../classify/classify.ts";
import type { Completion, CompletionReply } from "../transport/completion.ts";
import type { Failure } from "../transport/failure.ts";
import { hasThought, isTruncated } from "./observation.ts";
import type { ProbeSession } from "./probe-session.ts";
import { createSubject, plainPrompt } from "./prompts.ts";
import { textShape } from "./text-shape.ts";

/** How the plain request came out: the control of everything that follows. */
export type Baseline =
  | {
      readonly state: "ok";
      readonly completion: Completion;
      /** The token cap that lets an answer through here. */
      readonly cap: number;
      readonly thinking: boolean;
      /** The spelling that may turn thinking off here; `null` where none is known to be worth a request. */
      readonly thinkingOff: ThinkingMode | null;
      /** The plain answer is JSON all the same: then no canary can prove anything. */
      readonly answersJson: boolean;
      readonly notes: readonly ProbeNote[];
    }
  | {
      readonly state: Exclude<BaselineState, "ok" | "not_run">;
      readonly message: string | null;
      readonly reason: string;
      readonly classification: Classification | null;
      readonly status: number | null;
    };

export interface BaselineOptions {
  /** How long the first request may take, since it may have to load the model. */
  readonly loadAllowanceMs: number;
  readonly thinkingOffModes: readonly ThinkingMode[];
  /** The server's model list answers, so that silence means loading or busy. */
  readonly reachable: boolean;
  readonly onStep: (text: string) => void;
}

/** Small, so that a server which ignores no cap costs little. */
export const PROBE_CAP = 96;
const LARGEST_CAP = 2048;

/** Sends the plain request, adapting it to what the server refuses by name: cap field, temperature, whole answers. */
export async function runBaseline(session: ProbeSession, options: BaselineOptions): Promise<Baseline> {
  const first = await sendUntilSettled(session, options);
  if (!first.ok) return first.baseline;
  const { completion } = first;
  if (!isSpentOnThinking(completion, PROBE_CAP)) {
    return success(completion, PROBE_CAP, hasThought(completion), options, []);
  }
  return await settleThinking(session, completion, options);
}

function success(
  completion: Completion,
  cap: number,
  thinking: boolean,
  options: BaselineOptions,
  notes: readonly ProbeNote[],
): Baseline {
  return {
    state: "ok",
    completion,
    cap,
    thinking,
    thinkingOff: options.thinkingOffModes[0] ?? null,
    answersJson: ["object", "array"].includes(textShape(completion.content, null).kind),
    notes: [...notes, ...capNotes(completion, cap)],
  };
}

/** More tokens than the cap came back: the server did not take the field (Ollama and older llama.cpp with `max_completion_tokens`). */
function capNotes(completion: Completion, cap: number): readonly ProbeNote[] {
  const used = completion.usage?.completionTokens ?? 0;
  if (used > cap + 8) return [{ code: "cap_ignored", args: { cap, used } }];
  return used === cap ? [{ code: "cap_proven", args: { cap } }] : [];
}

type Settled =
  | { readonly ok: true; readonly completion: Completion }
  | { readonly ok: false; readonly baseline: Baseline };

async function sendUntilSettled(session: ProbeSession, options: BaselineOptions): Promise<Settled> {
  const refused = new Set<string>();
  const loadDeadline = performance.now() + options.loadAllowanceMs;
  for (let round = 0; ; round += 1) {
    const timeoutMs = Math.max(1000, Math.min(options.loadAllowanceMs, loadDeadline - performance.now()));
    const reply = await session.send({
      prompt: plainPrompt(createSubject(session.random)),
      cap: PROBE_CAP,
      timeoutMs,
    });
    if (reply.ok) return { ok: true, completion: reply.completion };
    if (session.canceled) return failed(reply, "failed", "interrupted");
    const classification = classify(reply.failure);
    const adapted = adapt(session.conditions, classification);
    if (adapted !== null && !refused.has(adapted.refused)) {
      refused.add(adapted.refused);
      session.conditions = adapted.conditions;
      continue;
    }
    if (isLoading(reply.failure)) {
      if (performance.now() >= loadDeadline)
        return failed(reply, "loading", "the server is still loading its model");
      options.onStep("waiting for the server to load its model");
      await session.sleep(1000);
      continue;
    }
    if (mayPass(classification, reply.failure) && round < 3) {
      const delayMs = classification.retryAfterMs ?? 500;
      if (delayMs < session.timeLeftMs() / 2) {
        options.onStep(`the server asked to wait ${Math.ceil(delayMs / 1000)} s`);
        await session.sleep(delayMs);
        continue;
      }
    }
    return failedBaseline(reply, classification, options);
  }
}

function failed(
  reply: Extract<CompletionReply, { ok: false }>,
  state: Exclude<BaselineState, "ok" | "not_run">,
  reason: string,
): Settled {
  const classification = classify(reply.failure);
  return {
    ok: false,
    baseline: {
      state,
      message: classification.serverMessage,
      reason,
      classification,
      status: statusOf(reply.failure),
    },
  };
}

function failedBaseline(
  reply: Extract<CompletionReply, { ok: false }>,
  classification: Classification,
  options: BaselineOptions,
): Settled {
  if (reply.failure.context?.local_timeout === true) {
    return options.reachable
      ? failed(
          reply,
          "loading",
          "the server answers, but not this request: it is still loading the model, or busy with other work",
        )
      : failed(reply, "unreachable", `no answer within ${Math.round(reply.durationMs / 1000)} s`);
  }
  if (classification.scope === "auth") return failed(reply, "unauthorized", "the server refuses the key");
  if (classification.scope === "model")
    return failed(reply, "model_not_found", "the server does not have this model");
  if ("error" in reply.failure) return failed(reply, "unreachable", classification.reason);
  return failed(reply, "failed", classification.reason);
}

/** What to change about a plain request after a refusal that names one of its fields. */
function adapt(
  conditions: Conditions,
  { refusesField, serverMessage }: Classification,
): { conditions: Conditions; refused: string } | null {
  if (refusesField === conditions.capField) {
    const capField = conditions.capField === "max_tokens" ? "max_completion_tokens" : "max_tokens";
    return { conditions: { ...conditions, capField }, refused: refusesField };
  }
  if (refusesField === "temperature" && conditions.temperature) {
    return { conditions: { ...conditions, temperature: false }, refused: "temperature" };
  }
  const wantsStream =
    /\bonly\b.{0,30}\bstream|\bstream\b.{0,40}\b(?:required|must be (?:set to )?true|only)\b/i;
  if (!conditions.stream && wantsStream.test(serverMessage ?? "")) {
    return { conditions: { ...conditions, stream: true }, refused: "stream" };
  }
  return null;
}

function isLoading(failure: Failure): boolean {
  return "status" in failure && failure.status === 503 && /loading|not ready|starting/i.test(failure.body);
}

/** Worth another try: not a refused connection or an unknown host, which will not mend in a second. */
function mayPass(classification: Classification, failure: Failure): boolean {
  if (failure.context?.local_timeout === true) return false;
  if ("error" in failure)
    return failure.error.some((link) => link.code === "ECONNRESET" || link.code === "UND_ERR_SOCKET");
  return (
    classification.class === "rate_limited" ||
    (classification.class === "transient" && failure.status !== 200)
  );
}

function statusOf(failure: Failure): number | null {
  return "status" in failure ? failure.status : null;
}

/** Nothing but reasoning, and the cap is gone. */
export function isSpentOnThinking(completion: Completion, cap: number): boolean {
  return (
    textShape(completion.content, null).kind === "blank" &&
    hasThought(completion) &&
    isTruncated(completion, cap)
  );
}

/** A larger cap once, bounded by the speed seen and the time left; then thinking off, where the server takes it. */
async function settleThinking(
  session: ProbeSession,
  first: Completion,
  options: BaselineOptions,
): Promise<Baseline> {
  const used = first.usage?.completionTokens ?? PROBE_CAP;
  const tokensPerSecond = (used / Math.max(first.durationMs, 1)) * 1000;
  const affordable = Math.floor(tokensPerSecond * (Math.max(0, session.timeLeftMs()) / 1000 / 4));
  const cap = Math.min(LARGEST_CAP, affordable);
  if (cap >= PROBE_CAP * 2) {
    options.onStep(`the model thinks first: asking again with ${cap} tokens`);
    const reply = await session.send({
      prompt: plainPrompt(createSubject(session.random)),
      cap,
      timeoutMs: session.requestTimeoutMs(first.durationMs * (cap / PROBE_CAP)),
    });
    if (reply.ok && !isSpentOnThinking(reply.completion, cap)) {
      const thinkingTokens = Math.max(0, (reply.completion.usage?.completionTokens ?? cap) - PROBE_CAP);
      session.conditions = { ...session.conditions, thinkingTokens };
      return success(reply.completion, cap, true, options, [{ code: "thinking_needs_cap", args: { cap } }]);
    }
  }
  for (const mode of options.thinkingOffModes) {
    options.onStep("the model thinks first: asking with thinking turned off");
    const conditions: Conditions = { ...session.conditions, thinking: mode };
    const reply = await session.send({
      prompt: plainPrompt(createSubject(session.random)),
      cap: PROBE_CAP,
      conditions,
      timeoutMs: session.requestTimeoutMs(first.durationMs),
    });
    if (reply.ok && !isSpentOnThinking(reply.completion, PROBE_CAP)) {
      session.conditions = conditions;
      return success(reply.completion, PROBE_CAP, hasThought(reply.completion), options, [
        { code: "thinking_turned_off", args: { mode } },
      ]);
    }
  }
  return success(first, Math.max(PROBE_CAP, cap), true, options, [
    { code: "thinking_spends_cap", args: { cap: Math.max(PROBE_CAP, cap) } },
  ]);
}

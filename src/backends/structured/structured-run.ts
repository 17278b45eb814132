import type { Capabilities } from "../capabilities.ts";
import { classify } from "../classify/classify.ts";
import { isSpentOnThinking } from "../probe/baseline.ts";
import { isTruncated } from "../probe/observation.ts";
import type { ProbeWorld } from "../probe/probe-session.ts";
import { retry } from "../retry/retry.ts";
import { defaultRetryPolicy } from "../retry/retry-policy.ts";
import type { Demotion } from "../store/demotion.ts";
import type { ChatMessage, Completion, CompletionReply, Target } from "../transport/completion.ts";
import { CANCELED } from "../transport/exchange-failure.ts";
import type { Failure, FailureClass } from "../transport/failure.ts";
import type { Rung } from "../wire/rung.ts";
import type { WireForm } from "../wire/wire-forms.ts";
import { answerText } from "./answer-text.ts";
import { withIssues, withShape } from "./ask-again.ts";
import { CallConditions } from "./call-conditions.ts";
import { callEvent } from "./call-event.ts";
import { CallMemory } from "./call-memory.ts";
import { endsInBlanks } from "./ends-in-blanks.ts";
import { watchEnforcement } from "./enforcement-watch.ts";
import type { RememberedAction } from "./failure-memory.ts";
import type { FormOutcome } from "./form-outcome.ts";
import { judgeDocument } from "./judge-document.ts";
import type { OutputShape } from "./output-shape.ts";
import { retryEvent } from "./retry-event.ts";
import type { StructuredRequest, StructuredResult, StructuredWarning } from "./structured-call.ts";
import { errorOf } from "./structured-error.ts";
import { WhitespaceGuard } from "./whitespace-guard.ts";

export interface RunOptions {
  readonly request: StructuredRequest;
  readonly world: ProbeWorld;
  readonly target: Target;
  readonly capabilities: Capabilities;
  readonly shape: OutputShape;
  readonly startedAt: number;
}

const DEFAULT_TIMEOUT_MS = 120_000;

/** One structured call under way: its requests, what they cost, and what was noticed. */
export class StructuredRun {
  readonly target: Target;
  rememberedRung: Rung | undefined;
  readonly #options: RunOptions;
  readonly #memory: CallMemory;
  readonly #conditions: CallConditions;
  readonly #classes: FailureClass[] = [];
  readonly #warnings: StructuredWarning[] = [];
  #attempts = 0;
  #usage = { promptTokens: 0, completionTokens: 0 };
  #form: WireForm | null = null;
  #enforcementLost = false;

  constructor(options: RunOptions) {
    this.#options = options;
    this.target = options.target;
    this.#conditions = new CallConditions(options.request, options.capabilities);
    if (options.request.thinking === "off") this.#conditions.turnThinkingOff(this.target.provider);
    this.#memory = new CallMemory(options.request.memory, {
      endpoint: options.target.endpoint,
      model: options.target.model,
      contract: options.shape.constraint.name,
    });
  }

  /** The last form's documents broke the schema one after the other, although it had been proven. */
  get enforcementLost(): boolean {
    return this.#enforcementLost;
  }

  /** Applies what was remembered of earlier failures, so that they do not happen again. */
  async recall(): Promise<void> {
    await this.#memory.recall((action) => {
      if (!this.#apply(action)) return false;
      this.warn("remembered", `${action.action} was applied up front: ${action.kind} had come of it before`);
      return true;
    });
  }

  #apply({ action, maxTokens, rung }: RememberedAction): boolean {
    if (action === "raise_max_tokens" && maxTokens !== null) this.#conditions.raiseCapTo(maxTokens);
    else if (action === "lower_rung" && rung !== null) this.rememberedRung = rung;
    else if (action === "swap_token_field") this.#conditions.swapCapField();
    else if (action === "disable_thinking") return this.#conditions.turnThinkingOff(this.target.provider);
    else return false;
    return true;
  }

  /** All requests for one form: retried where it is worth it, the cap raised once, asked again once. */
  async tryForm(form: WireForm): Promise<FormOutcome> {
    this.#form = form;
    const { request, shape } = this.#options;
    let messages =
      request.describeShape === false ? request.messages : withShape(request.messages, shape.text);
    let askedAgain = false;
    let raised = false;
    for (;;) {
      const guard = new WhitespaceGuard();
      const reply = await this.#send(form, messages, guard);
      if (!reply.ok) {
        if (!this.#adapted(reply.failure)) return { kind: "failed", failure: reply.failure };
        continue;
      }
      const { completion } = reply;
      const text = answerText(completion, true);
      if (form.id !== "none" && (guard.tripped || endsInBlanks(text))) {
        this.warn("whitespace_runaway", `${form.id}: the answer ended in white space without end`);
        this.#memory.noteRunaway();
        return { kind: "runaway" };
      }
      const capped = isTruncated(completion, this.#conditions.cap);
      const judged = this.#judge(form, text, capped);
      if (judged.kind === "value") return judged;
      const cut = judged.kind === "truncated" || capped;
      if (cut && this.#stoppedThinking(completion)) continue;
      if (cut && !raised) {
        raised = true;
        this.#raiseCap(completion);
        continue;
      }
      if (cut) return { kind: "truncated", offset: judged.kind === "truncated" ? judged.offset : null };
      if (judged.kind !== "invalid" || askedAgain) return judged;
      askedAgain = true;
      this.#memory.countRoundTrip();
      request.onEvent?.({ type: "ask_again", reason: judged.problem });
      messages = withIssues(messages, text, judged.problem);
    }
  }

  /** The result of the call, and a line in the history. */
  finish(outcome: FormOutcome): StructuredResult {
    const { request, capabilities, world, startedAt } = this.#options;
    const form = this.#form!;
    const common = {
      rung: form.rung,
      wireForm: form.id,
      repairRung: outcome.kind === "value" ? outcome.repairRung : null,
      attempts: this.#attempts,
      classes: this.#classes,
      usage: this.#usage,
      durationMs: world.now() - startedAt,
      warnings: this.#warnings,
    };
    const event = callEvent(outcome, {
      provider: capabilities.key.provider,
      endpoint: this.target.endpoint,
      model: this.target.model,
      rung: form.rung,
      wireForm: form.id,
      durationMs: common.durationMs,
      classes: this.#classes,
    });
    // Not waited for; and a store or memory of the caller's own that fails is no reason for a call to fail.
    request.store?.appendHistory(event).catch(() => {});
    this.#memory.account(outcome, form.rung).catch(() => {});
    if (outcome.kind === "value") return { ok: true, value: outcome.value, error: null, ...common };
    const error = errorOf(outcome, { largestCap: this.#conditions.cap });
    return { ok: false, value: null, error, ...common };
  }

  warn(code: StructuredWarning["code"], message: string): void {
    this.#warnings.push({ code, message });
  }

  stepDown(form: WireForm, reason: string, serverMessage: string | null): void {
    this.warn("stepped_down", `${form.id}: ${reason}`);
    this.#options.request.onEvent?.({ type: "step_down", from: form.id, reason, serverMessage });
  }

  /** Remembers, at once and for every later process, that the form is not to be used. */
  async demote(
    form: WireForm,
    demotion: Pick<Demotion, "verdict" | "reason" | "serverMessage" | "httpStatus">,
  ): Promise<void> {
    const { request, capabilities, world } = this.#options;
    this.warn("demoted", `${form.id} is not used any more: ${demotion.reason}`);
    request.onEvent?.({
      type: "demoted",
      wireForm: form.id,
      reason: demotion.reason,
      serverMessage: demotion.serverMessage,
    });
    await request.store?.recordDemotion(
      { ...capabilities.key, endpoint: this.target.endpoint, model: this.target.model },
      {
        ...demotion,
        wireForm: form.id,
        at: new Date(world.now()).toISOString(),
        fingerprint: capabilities.fingerprint,
      },
    );
  }

  #judge(
    form: WireForm,
    text: string,
    capped: boolean,
  ): Exclude<FormOutcome, { kind: "failed" | "runaway" }> {
    const { outcome, asWritten, repairs } = judgeDocument(text, this.#options.shape, capped);
    const bound = form.id !== "none" && form.rung !== "json_object" && this.#conditions.isEnforced(form);
    this.#enforcementLost =
      bound && !capped && asWritten !== null && watchEnforcement(this.target, form.id, asWritten);
    if (repairs.length > 0) this.warn("repair", `the text was repaired: ${repairs.join(", ")}`);
    return outcome;
  }

  async #send(
    form: WireForm,
    messages: readonly ChatMessage[],
    guard: WhitespaceGuard,
  ): Promise<CompletionReply> {
    const { request, world, shape } = this.#options;
    const body = this.#conditions.body(form, messages, shape);
    const outcome = await retry(
      async (): Promise<CompletionReply> => {
        this.#attempts += 1;
        const attempt = this.#attempts;
        request.onEvent?.({ type: "attempt", attempt, rung: form.rung, wireForm: form.id });
        const reply = await world.complete(this.target, body, {
          totalTimeoutMs: request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
          ...(request.signal === undefined ? {} : { signal: request.signal }),
          ...(this.#conditions.stream
            ? {
                onDelta: ({ content, reasoning }) => {
                  request.onEvent?.({ type: "delta", attempt, content, reasoning });
                  return form.id === "none" || guard.accepts(content);
                },
              }
            : {}),
        });
        if (reply.ok) this.#count(reply.completion);
        else this.#classes.push(classify(reply.failure).class);
        return reply;
      },
      {
        policy: { ...defaultRetryPolicy, ...request.retry },
        clock: world,
        random: world.random,
        failureOf: (reply) => (reply.ok ? null : classify(reply.failure)),
        signal: request.signal,
        canceledResult: (): CompletionReply => {
          this.#classes.push("canceled");
          return { ok: false, failure: CANCELED, durationMs: 0 };
        },
        onRetry: ({ delayMs, failure }) => request.onEvent?.(retryEvent(failure, delayMs)),
      },
    );
    return outcome;
  }

  #count({ usage }: Completion): void {
    this.#usage = {
      promptTokens: this.#usage.promptTokens + (usage?.promptTokens ?? 0),
      completionTokens: this.#usage.completionTokens + (usage?.completionTokens ?? 0),
    };
  }

  /** The whole cap went into thinking: asked again without it, once. */
  #stoppedThinking(completion: Completion): boolean {
    const isSpent = isSpentOnThinking(completion, this.#conditions.cap);
    if (!isSpent || !this.#conditions.turnThinkingOff(this.target.provider)) return false;
    this.#memory.countRoundTrip();
    this.#memory.note("thinking_spent_cap", "disable_thinking");
    this.warn("thinking_off", "thinking used up the token cap; asked again with thinking turned off");
    return true;
  }

  #raiseCap(completion: Completion): void {
    this.#conditions.raiseCap();
    this.#memory.countRoundTrip();
    this.#memory.note("truncated", "raise_max_tokens", this.#conditions.maxTokens);
    this.warn(
      "cap_raised",
      `the answer was cut off after ${completion.usage?.completionTokens ?? "all its"} tokens; asked again with a cap of ${this.#conditions.cap}`,
    );
  }

  /** A refusal of the cap field, of a temperature or of turning thinking off is mended here, once each. */
  #adapted(failure: Failure): boolean {
    const changed = this.#conditions.adaptTo(classify(failure));
    if (changed === "cap_field") this.#memory.note("cap_field_refused", "swap_token_field");
    if (changed === "thinking") this.#memory.forget("thinking_spent_cap");
    return changed !== null;
  }
}

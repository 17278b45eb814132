import type { JsonObject } from "../../json-value.ts";
import { repair } from "../../repair/repair.ts";
import type { RepairResult } from "../../repair/repair-result.ts";
import type { Capabilities, Conditions } from "../capabilities.ts";
import { classify } from "../classify/classify.ts";
import { isTruncated } from "../probe/observation.ts";
import type { ProbeWorld } from "../probe/probe-session.ts";
import { retry } from "../retry/retry.ts";
import { defaultRetryPolicy } from "../retry/retry-policy.ts";
import type { Demotion } from "../store/demotion.ts";
import type { ChatMessage, Completion, CompletionReply, Target } from "../transport/completion.ts";
import { CANCELED } from "../transport/exchange-failure.ts";
import type { Failure, FailureClass } from "../transport/failure.ts";
import { plainBody } from "../wire/request-body.ts";
import type { Rung } from "../wire/rung.ts";
import type { WireForm } from "../wire/wire-forms.ts";
import { answerText } from "./answer-text.ts";
import { issuesText, withIssues, withShape } from "./ask-again.ts";
import { endsInBlanks } from "./ends-in-blanks.ts";
import { watchEnforcement } from "./enforcement-watch.ts";
import type { FailureFingerprint, FailureKind, RememberedAction } from "./failure-memory.ts";
import type { FormOutcome } from "./form-outcome.ts";
import type { OutputShape } from "./output-shape.ts";
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

const DEFAULT_MAX_TOKENS = 2048;
const DEFAULT_TIMEOUT_MS = 120_000;
/** A cap is raised once, by this factor. */
const RAISE = 4;

/** One structured call under way: its requests, what they cost, and what was noticed. */
export class StructuredRun {
  readonly target: Target;
  rememberedRung: Rung | undefined;
  readonly #options: RunOptions;
  readonly #classes: FailureClass[] = [];
  readonly #warnings: StructuredWarning[] = [];
  #conditions: Conditions;
  #maxTokens: number;
  #attempts = 0;
  #usage = { promptTokens: 0, completionTokens: 0 };
  #form: WireForm | null = null;
  #applied: RememberedAction[] = [];
  #roundTrips = 0;
  #ranAway = false;

  constructor(options: RunOptions) {
    this.#options = options;
    this.target = options.target;
    this.#conditions = {
      ...options.capabilities.conditions,
      stream: options.capabilities.conditions.stream || options.request.onEvent !== undefined,
    };
    this.#maxTokens = options.request.maxTokens ?? DEFAULT_MAX_TOKENS;
  }

  /** Applies what was remembered of earlier failures, so that they do not happen again. */
  async recall(): Promise<void> {
    const { memory } = this.#options.request;
    if (memory === undefined) return;
    for (const action of await memory.recall(this.#memoryKey())) {
      if (action.action === "raise_max_tokens" && action.maxTokens !== null)
        this.#maxTokens = Math.max(this.#maxTokens, action.maxTokens);
      else if (action.action === "lower_rung" && action.rung !== null) this.rememberedRung = action.rung;
      else if (action.action === "swap_token_field") this.#swapCapField();
      else continue;
      this.#applied.push(action);
      this.warn("remembered", `${action.action} was applied up front: ${action.kind} had come of it before`);
    }
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
        this.#ranAway = true;
        return { kind: "runaway" };
      }
      const capped = isTruncated(completion, this.#cap());
      const judged = this.#judge(form, text, capped);
      if (judged.kind === "value") return judged;
      const cut = judged.kind === "truncated" || capped;
      if (cut && !raised) {
        raised = true;
        await this.#raiseCap(completion);
        continue;
      }
      if (cut)
        return {
          kind: "truncated",
          offset: judged.kind === "truncated" ? judged.offset : null,
          enforcementLost: false,
        };
      if (judged.kind !== "invalid" || askedAgain) return judged;
      askedAgain = true;
      this.#roundTrips += 1;
      request.onEvent?.({ type: "ask_again", reason: judged.problem });
      messages = withIssues(messages, text, judged.problem);
    }
  }

  /** The result of the call, and a line in the history. */
  finish(outcome: FormOutcome): StructuredResult {
    const { world, startedAt } = this.#options;
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
    this.#record(outcome, common.durationMs);
    void this.#account(outcome);
    if (outcome.kind === "value") return { ok: true, value: outcome.value, error: null, ...common };
    const error = errorOf(outcome, { largestCap: this.#cap(), nowMs: world.now() });
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
    const { shape } = this.#options;
    const repaired = repair(text);
    if (repaired.status === "truncated")
      return { kind: "truncated", offset: repaired.offset, enforcementLost: false };
    // Only closers are missing, and the cap was reached: what else was to come nobody knows.
    if (repaired.status === "ok" && capped && repaired.applied.includes("close_braces")) {
      return { kind: "truncated", offset: text.length, enforcementLost: false };
    }
    const isEnforced = form.id !== "none" && form.rung !== "json_object" && this.#isEnforced(form);
    if (repaired.status !== "ok") {
      const enforcementLost = isEnforced && !capped && watchEnforcement(this.target, form.id, false);
      return {
        kind: "invalid",
        issues: [],
        problem: `It is not a JSON document: ${repaired.reason}.`,
        enforcementLost,
      };
    }
    const issues = shape.validator.validate(repaired.value);
    const isWritten = issues.length === 0 && repaired.rung === "none";
    const enforcementLost = isEnforced && !capped && watchEnforcement(this.target, form.id, isWritten);
    const made = issues.length === 0 ? repaired : this.#coerced(text);
    if (made === null)
      return { kind: "invalid", issues, problem: `It does not fit:\n${issuesText(issues)}`, enforcementLost };
    const repairRung = made.rung === "none" ? null : made.rung;
    if (repairRung !== null) this.warn("repair", `the text was repaired: ${made.applied.join(", ")}`);
    return { kind: "value", value: made.value, repairRung, enforcementLost };
  }

  /** The value with its types mended by the schema, where exactly one reading is valid. */
  #coerced(text: string): Extract<RepairResult, { status: "ok" }> | null {
    const { shape } = this.#options;
    const coerced = repair(text, { schema: shape.constraint.schema });
    return coerced.status === "ok" && shape.validator.validate(coerced.value).length === 0 ? coerced : null;
  }

  #isEnforced(form: WireForm): boolean {
    const verdict = this.#options.capabilities.evidence.find((each) => each.wireForm === form.id)?.verdict;
    return verdict === "enforced" || verdict === "misrouted";
  }

  async #send(
    form: WireForm,
    messages: readonly ChatMessage[],
    guard: WhitespaceGuard,
  ): Promise<CompletionReply> {
    const { request, world } = this.#options;
    const body = this.#body(form, messages);
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
        onRetry: ({ delayMs, failure }) =>
          request.onEvent?.({
            type: "retry",
            class: failure.class,
            delayMs,
            reason: failure.serverMessage ?? failure.reason,
          }),
      },
    );
    return outcome;
  }

  #body(form: WireForm, messages: readonly ChatMessage[]): JsonObject {
    const { request, shape } = this.#options;
    const hasTools = request.tools !== undefined && request.tools.length > 0;
    return {
      ...plainBody({
        model: request.model,
        messages,
        maxTokens: this.#cap(),
        temperature: request.temperature,
        // A stop sequence can stand inside a string of a valid document: a bound decoder ends by itself.
        stop: this.#isEnforced(form) ? undefined : request.stop,
        conditions: this.#conditions,
        ...(hasTools ? { extra: { tools: request.tools! } } : {}),
      }),
      ...form.fields(shape.constraint),
    };
  }

  #cap(): number {
    return this.#maxTokens + this.#conditions.thinkingTokens;
  }

  #count({ usage }: Completion): void {
    this.#usage = {
      promptTokens: this.#usage.promptTokens + (usage?.promptTokens ?? 0),
      completionTokens: this.#usage.completionTokens + (usage?.completionTokens ?? 0),
    };
  }

  async #raiseCap(completion: Completion): Promise<void> {
    this.#maxTokens *= RAISE;
    this.#roundTrips += 1;
    this.warn(
      "cap_raised",
      `the answer was cut off after ${completion.usage?.completionTokens ?? "all its"} tokens; asked again with a cap of ${this.#cap()}`,
    );
    await this.#learn("truncated", { action: "raise_max_tokens", maxTokens: this.#maxTokens, rung: null });
  }

  /** A refusal of the cap field or of a temperature is mended here, once each. */
  #adapted(failure: Failure): boolean {
    const { refusesField } = classify(failure);
    if (
      refusesField === "temperature" &&
      this.#conditions.temperature &&
      this.#options.request.temperature !== undefined
    ) {
      this.#conditions = { ...this.#conditions, temperature: false };
      return true;
    }
    if (refusesField === this.#conditions.capField && !this.#swapped) {
      this.#swapCapField();
      void this.#learn("cap_field_refused", { action: "swap_token_field", maxTokens: null, rung: null });
      return true;
    }
    return false;
  }

  #swapped = false;

  #swapCapField(): void {
    this.#swapped = true;
    this.#conditions = {
      ...this.#conditions,
      capField: this.#conditions.capField === "max_tokens" ? "max_completion_tokens" : "max_tokens",
    };
  }

  #memoryKey(): Omit<FailureFingerprint, "kind"> {
    return {
      endpoint: this.target.endpoint,
      model: this.target.model,
      contract: this.#options.shape.constraint.name,
    };
  }

  async #learn(kind: FailureKind, action: Omit<RememberedAction, "kind">): Promise<void> {
    await this.#options.request.memory?.remember({ ...this.#memoryKey(), kind }, { ...action, kind });
  }

  async #account(outcome: FormOutcome): Promise<void> {
    const { memory } = this.#options.request;
    if (memory === undefined) return;
    const helped = outcome.kind === "value" && this.#roundTrips === 0;
    if (outcome.kind === "value" && this.#ranAway) {
      await this.#learn("whitespace_runaway", {
        action: "lower_rung",
        maxTokens: null,
        rung: this.#form!.rung,
      });
    }
    for (const action of this.#applied) await memory.report(this.#memoryKey(), action, helped);
    if (outcome.kind !== "value") await memory.count("not");
    else if (this.#roundTrips > 0) await memory.count("round_trip");
    else if (this.#applied.length > 0) await memory.count("memory");
    else if (outcome.repairRung !== null) await memory.count("local_repair");
  }

  #record(outcome: FormOutcome, durationMs: number): void {
    const { request, capabilities } = this.#options;
    const classification = outcome.kind === "failed" ? classify(outcome.failure) : null;
    void request.store?.appendHistory({
      event: "call",
      provider: capabilities.key.provider,
      endpoint: this.target.endpoint,
      model: this.target.model,
      class: classification?.class ?? this.#classes.at(-1) ?? null,
      httpStatus:
        outcome.kind === "failed" && "status" in outcome.failure
          ? outcome.failure.status
          : outcome.kind === "failed"
            ? null
            : 200,
      rung: this.#form!.rung,
      wireForm: this.#form!.id,
      durationMs,
      reason: outcome.kind === "value" ? null : outcome.kind,
      serverMessage: classification?.serverMessage ?? null,
    });
  }
}

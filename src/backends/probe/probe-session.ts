import type { JsonObject } from "../../json-value.ts";
import type { Conditions, ProbeCost } from "../capabilities.ts";
import { type Classification, classify } from "../classify/classify.ts";
import type { Complete, Completion, CompletionReply, Get, Target } from "../transport/completion.ts";
import { plainBody } from "../wire/request-body.ts";
import type { Attempt } from "./attempt.ts";
import type { Random } from "./canary.ts";
import { observe } from "./observation.ts";
import { createSubject, tinyPrompt } from "./prompts.ts";

/** What the outside world is for a probe: passed in, so that tests can play it. */
export interface ProbeWorld {
  readonly complete: Complete;
  readonly get: Get;
  readonly now: () => number;
  readonly sleep: (delayMs: number, signal?: AbortSignal) => Promise<void>;
  readonly random: Random;
}

export interface SendOptions {
  readonly prompt: string;
  readonly cap: number;
  readonly fields?: JsonObject;
  readonly conditions?: Conditions;
  readonly timeoutMs: number;
  readonly freshConnection?: boolean;
  /** Overrides the probe's own signal (the baseline's request may outlive the probe). */
  readonly signal?: AbortSignal | undefined;
}

/** Time kept back so that after a stalled request a plain one can still be sent. */
const RESERVE_MS = 2500;

/** One probe of one target: sends requests one after the other, counts what they cost, and keeps the deadline. */
export class ProbeSession {
  conditions: Conditions;
  deadline: number;
  /** The ids of all that answered a constrained request, and of what answered the plain one. */
  readonly backEnds: Set<string> = new Set();
  readonly #world: ProbeWorld;
  readonly #target: Target;
  readonly #signal: AbortSignal | undefined;
  readonly #startedAt: number;
  readonly #patienceMs: number;
  #requests = 0;
  #promptTokens = 0;
  #completionTokens = 0;

  constructor(options: {
    readonly world: ProbeWorld;
    readonly target: Target;
    readonly conditions: Conditions;
    readonly deadline: number;
    readonly signal?: AbortSignal | undefined;
    /** The least time that a constrained request is given. A schema's grammar can take seconds to compile. @default 10000 */
    readonly patienceMs?: number;
  }) {
    this.#world = options.world;
    this.#target = options.target;
    this.conditions = options.conditions;
    this.deadline = options.deadline;
    this.#signal = options.signal;
    this.#patienceMs = options.patienceMs ?? 10_000;
    this.#startedAt = options.world.now();
  }

  get random(): Random {
    return this.#world.random;
  }

  get canceled(): boolean {
    return this.#signal?.aborted === true;
  }

  timeLeftMs(): number {
    return this.deadline - this.#world.now();
  }

  /** For one constrained request: a few times what the plain one took, within the time left. */
  requestTimeoutMs(baselineMs: number): number {
    const patient = Math.max(this.#patienceMs, 5000 + 6 * baselineMs);
    return Math.max(500, Math.min(patient, this.timeLeftMs() - RESERVE_MS));
  }

  async sleep(delayMs: number): Promise<void> {
    await this.#world.sleep(delayMs, this.#signal);
  }

  async send(options: SendOptions): Promise<CompletionReply> {
    const conditions = options.conditions ?? this.conditions;
    const body = {
      ...plainBody({
        model: this.#target.model,
        messages: [{ role: "user", content: options.prompt }],
        maxTokens: options.cap,
        temperature: 0,
        conditions,
      }),
      ...options.fields,
    };
    this.#requests += 1;
    const signal = "signal" in options ? options.signal : this.#signal;
    const reply = await this.#world.complete(this.#target, body, {
      totalTimeoutMs: options.timeoutMs,
      firstByteTimeoutMs: options.timeoutMs,
      ...(signal === undefined ? {} : { signal }),
      ...(options.freshConnection === true ? { freshConnection: true } : {}),
    });
    if (reply.ok && reply.completion.usage !== null) {
      this.#promptTokens += reply.completion.usage.promptTokens;
      this.#completionTokens += reply.completion.usage.completionTokens;
    }
    return reply;
  }

  /** Sends one probe request and reduces what came of it to an attempt. */
  async attempt(
    options: SendOptions & { readonly nonce: string | null; readonly baseline: Completion | null },
  ): Promise<Attempt> {
    const reply = await this.send(options);
    if (reply.ok) {
      const { nonce, cap, baseline } = options;
      const observation = observe(reply.completion, { nonce, cap, baseline });
      this.backEnds.add(observation.backEnd);
      return { outcome: "answer", observation };
    }
    const { failure, durationMs } = reply;
    const classification = classify(failure);
    if (this.canceled) return { outcome: "canceled" };
    if (failure.context?.local_timeout === true) {
      return { outcome: "deadline", durationMs, serverAnswersPlain: await this.#answersPlain() };
    }
    if ("error" in failure) {
      return { outcome: "lost", classification, durationMs, serverBack: await this.#isBack() };
    }
    const attempt = { classification, status: failure.status, durationMs };
    return isRefusal(classification)
      ? { outcome: "refused", ...attempt }
      : { outcome: "unavailable", ...attempt };
  }

  cost(): ProbeCost {
    return {
      requests: this.#requests,
      promptTokens: this.#promptTokens,
      completionTokens: this.#completionTokens,
      durationMs: this.#world.now() - this.#startedAt,
    };
  }

  async #answersPlain(): Promise<boolean | null> {
    const timeoutMs = Math.min(RESERVE_MS * 2, this.timeLeftMs());
    if (timeoutMs < 300) return null;
    const reply = await this.send({
      prompt: tinyPrompt(createSubject(this.random)),
      cap: 8,
      timeoutMs,
      freshConnection: true,
    });
    return reply.ok;
  }

  async #isBack(): Promise<boolean> {
    for (const delayMs of [100, 400, 1000]) {
      await this.sleep(Math.min(delayMs, Math.max(0, this.timeLeftMs())));
      const reply = await this.#world.get(`${this.#target.endpoint}/models`, {
        timeoutMs: 1000,
        ...(this.#target.apiKey === undefined ? {} : { apiKey: this.#target.apiKey }),
      });
      if (reply.ok) return true;
    }
    return false;
  }
}

/** An answer about our request, not about the moment. */
function isRefusal({ class: failureClass, scope }: Classification): boolean {
  return (
    (failureClass === "permanent" || failureClass === "unknown") && scope !== "auth" && scope !== "quota"
  );
}

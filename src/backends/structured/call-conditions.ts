import type { JsonObject } from "../../json-value.ts";
import type { Capabilities, Conditions } from "../capabilities.ts";
import type { Classification } from "../classify/classify.ts";
import { thinkingOffModes } from "../probe/thinking-off.ts";
import type { ChatMessage } from "../transport/completion.ts";
import { plainBody } from "../wire/request-body.ts";
import type { WireForm } from "../wire/wire-forms.ts";
import type { OutputShape } from "./output-shape.ts";
import type { StructuredRequest } from "./structured-call.ts";

const DEFAULT_MAX_TOKENS = 2048;
/** A cap is raised once, by this factor. */
const RAISE = 4;

/** What a call sends besides the constraint, and how it gives way when the server refuses a part of that. */
export class CallConditions {
  readonly #request: StructuredRequest;
  readonly #evidence: Capabilities["evidence"];
  #conditions: Conditions;
  #maxTokens: number;
  #swapped = false;
  #thinkingTried = false;

  constructor(request: StructuredRequest, { conditions, evidence }: Capabilities) {
    this.#request = request;
    this.#evidence = evidence;
    const { maxTokensField: capField = "auto" } = request;
    this.#conditions = {
      ...conditions,
      stream: conditions.stream || request.onEvent !== undefined,
      ...(capField === "auto" ? {} : { capField }),
    };
    this.#maxTokens = request.maxTokens ?? DEFAULT_MAX_TOKENS;
  }

  get stream(): boolean {
    return this.#conditions.stream;
  }

  /** Tokens of the answer, without those for thinking. */
  get maxTokens(): number {
    return this.#maxTokens;
  }

  /** What goes over the wire: with the tokens that a thinking model needs beyond its answer. */
  get cap(): number {
    return this.#maxTokens + this.#conditions.thinkingTokens;
  }

  raiseCap(): void {
    this.#maxTokens *= RAISE;
  }

  raiseCapTo(maxTokens: number): void {
    this.#maxTokens = Math.max(this.#maxTokens, maxTokens);
  }

  swapCapField(): void {
    this.#swapped = true;
    const capField = this.#conditions.capField === "max_tokens" ? "max_completion_tokens" : "max_tokens";
    this.#conditions = { ...this.#conditions, capField };
  }

  /** Turns thinking off in the provider's likeliest spelling; false where it has been tried, or is off. */
  turnThinkingOff(provider: string): boolean {
    const mode = thinkingOffModes(provider)[0];
    if (this.#thinkingTried || this.#conditions.thinking !== "default" || mode === undefined) return false;
    this.#thinkingTried = true;
    this.#conditions = { ...this.#conditions, thinking: mode };
    return true;
  }

  /** What was changed because of a refusal, once each; `null` where there is nothing to change. */
  adaptTo({
    class: failureClass,
    refusesField,
  }: Classification): "temperature" | "cap_field" | "thinking" | null {
    if (
      refusesField === "temperature" &&
      this.#conditions.temperature &&
      this.#request.temperature !== undefined
    ) {
      this.#conditions = { ...this.#conditions, temperature: false };
      return "temperature";
    }
    if (refusesField === this.#conditions.capField && !this.#swapped) {
      this.swapCapField();
      return "cap_field";
    }
    // The call's own doing, so that a refusal right after it says nothing about the constraint.
    if (this.#thinkingTried && this.#conditions.thinking !== "default" && failureClass === "permanent") {
      this.#conditions = { ...this.#conditions, thinking: "default" };
      return "thinking";
    }
    return null;
  }

  /** Proven: the decoder of this form writes nothing but documents of the schema. */
  isEnforced(form: WireForm): boolean {
    const verdict = this.#evidence.find((each) => each.wireForm === form.id)?.verdict;
    return verdict === "enforced" || verdict === "misrouted";
  }

  body(form: WireForm, messages: readonly ChatMessage[], shape: OutputShape): JsonObject {
    const { model, temperature, stop, tools = [] } = this.#request;
    return {
      ...plainBody({
        model,
        messages,
        maxTokens: this.cap,
        temperature,
        // A stop sequence can stand inside a string of a valid document: a bound decoder ends by itself.
        stop: this.isEnforced(form) ? undefined : stop,
        conditions: this.#conditions,
        ...(tools.length > 0 ? { extra: { tools } } : {}),
      }),
      ...form.fields(shape.constraint),
    };
  }
}

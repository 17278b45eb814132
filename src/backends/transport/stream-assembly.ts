import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../../json-value.ts";
import type { CompletionDelta, Usage } from "./completion.ts";
import { type CompletionParts, hasError, reasoningOf, textOf, usageOf } from "./parse-completion.ts";
import type { SseEvent } from "./sse.ts";
import { ToolCallAssembly } from "./tool-call-assembly.ts";

/** What one event added; an error is the event that held it, as a body that `classify` can read. */
export type StreamStep =
  | { readonly kind: "delta"; readonly delta: CompletionDelta }
  | { readonly kind: "nothing" }
  | { readonly kind: "done" }
  | { readonly kind: "error"; readonly body: string }
  /** JSON that does not parse: something of the answer is lost. */
  | { readonly kind: "damaged" };

/** Puts the pieces of a streamed completion together. */
export class StreamAssembly {
  readonly #content: string[] = [];
  readonly #reasoning: string[] = [];
  readonly #calls: ToolCallAssembly;
  #refusal: string | null = null;
  #finishReason: string | null = null;
  #usage: Usage | null = null;
  #model: string | null = null;
  #fingerprint: string | null = null;
  #sawChoice = false;
  #done = false;

  constructor(serialTools = false) {
    this.#calls = new ToolCallAssembly(serialTools);
  }

  add({ event, data }: SseEvent): StreamStep {
    if (data.trim() === "[DONE]") {
      this.#done = true;
      return { kind: "done" };
    }
    if (event === "error") return { kind: "error", body: eventText(event, data) };
    const chunk = parseJson(data);
    if (!isJsonObject(chunk)) return { kind: isBrokenJson(chunk, data) ? "damaged" : "nothing" };
    const choice = Array.isArray(chunk["choices"]) ? chunk["choices"][0] : undefined;
    if (isError(chunk, choice)) return { kind: "error", body: data };
    this.#usage = usageOf(chunk["usage"]) ?? this.#usage;
    if (typeof chunk["model"] === "string") this.#model = chunk["model"];
    if (typeof chunk["system_fingerprint"] === "string") this.#fingerprint = chunk["system_fingerprint"];
    return isJsonObject(choice) ? this.#addChoice(choice) : { kind: "nothing" };
  }

  /** False where not one event was a piece of a completion. */
  get sawChoice(): boolean {
    return this.#sawChoice;
  }

  /** Ended as a stream of completions ends: with a finish reason or `[DONE]`. Otherwise it was cut off. */
  get isWhole(): boolean {
    return this.#sawChoice && (this.#done || this.#finishReason !== null);
  }

  parts(): CompletionParts {
    return {
      content: this.#content.join(""),
      reasoning: this.#reasoning.join(""),
      refusal: this.#refusal,
      toolCalls: this.#calls.calls(),
      finishReason: this.#finishReason,
      usage: this.#usage,
      model: this.#model,
      systemFingerprint: this.#fingerprint,
    };
  }

  #addChoice(choice: JsonObject): StreamStep {
    this.#sawChoice = true;
    if (typeof choice["finish_reason"] === "string") this.#finishReason = choice["finish_reason"];
    const message = [choice["delta"], choice["message"]].find(isJsonObject) ?? {};
    const content = textOf(message["content"]) || (typeof choice["text"] === "string" ? choice["text"] : "");
    const reasoning = reasoningOf(message);
    if (content !== "") this.#content.push(content);
    if (reasoning !== "") this.#reasoning.push(reasoning);
    if (typeof message["refusal"] === "string") this.#refusal = (this.#refusal ?? "") + message["refusal"];
    this.#calls.add(message["tool_calls"]);
    return content === "" && reasoning === ""
      ? { kind: "nothing" }
      : { kind: "delta", delta: { content, reasoning } };
  }
}

/** Nested (vLLM, TGI, OpenRouter), flat (`object: "error"`, older vLLM; `type: "error"`, Anthropic), or in the choice (OpenRouter). */
function isError(chunk: JsonObject, choice: JsonValue | undefined): boolean {
  if (hasError(chunk) || chunk["object"] === "error" || chunk["type"] === "error") return true;
  return isJsonObject(choice) && (hasError(choice) || choice["finish_reason"] === "error");
}

/** Text that is no JSON at all is some server's heartbeat. */
function isBrokenJson(parsed: JsonValue | undefined, data: string): boolean {
  return parsed === undefined && /^\s*[{[]/.test(data);
}

function eventText(event: string, data: string): string {
  return `event: ${event}\n${data
    .split("\n")
    .map((line) => `data: ${line}`)
    .join("\n")}`;
}

import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../../json-value.ts";
import type { CompletionDelta, ToolCall, Usage } from "./completion.ts";
import { type CompletionParts, hasError, reasoningOf, textOf, usageOf } from "./parse-completion.ts";
import type { SseEvent } from "./sse.ts";

/** What one event added; an error is the text of the event that held it. */
export type StreamStep =
  | { readonly kind: "delta"; readonly delta: CompletionDelta }
  | { readonly kind: "nothing" }
  | { readonly kind: "done" }
  | { readonly kind: "error"; readonly body: string };

/** Puts the pieces of a streamed completion together. */
export class StreamAssembly {
  #content: string[] = [];
  #reasoning: string[] = [];
  #refusal: string | null = null;
  #calls: { id: string; name: string; parts: string[] }[] = [];
  #finishReason: string | null = null;
  #usage: Usage | null = null;
  #model: string | null = null;
  #fingerprint: string | null = null;
  #sawChoice = false;
  #done = false;

  add({ event, data }: SseEvent): StreamStep {
    if (data.trim() === "[DONE]") {
      this.#done = true;
      return { kind: "done" };
    }
    if (event === "error") return { kind: "error", body: data };
    const chunk = parseJson(data);
    if (!isJsonObject(chunk)) return { kind: "nothing" };
    const choice = Array.isArray(chunk["choices"]) ? chunk["choices"][0] : undefined;
    if (
      hasError(chunk) ||
      (isJsonObject(choice) && (hasError(choice) || choice["finish_reason"] === "error"))
    ) {
      return { kind: "error", body: data };
    }
    this.#usage = usageOf(chunk["usage"]) ?? this.#usage;
    if (typeof chunk["model"] === "string") this.#model = chunk["model"];
    if (typeof chunk["system_fingerprint"] === "string") this.#fingerprint = chunk["system_fingerprint"];
    if (!isJsonObject(choice)) return { kind: "nothing" };
    this.#sawChoice = true;
    if (typeof choice["finish_reason"] === "string") this.#finishReason = choice["finish_reason"];
    const message = isJsonObject(choice["delta"])
      ? choice["delta"]
      : isJsonObject(choice["message"])
        ? choice["message"]
        : {};
    return this.#addMessage(message);
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
      toolCalls: this.#calls
        .filter((call) => call !== undefined)
        .map(
          (call, index): ToolCall => ({
            id: call.id === "" ? `call_${index}` : call.id,
            type: "function",
            function: { name: call.name, arguments: call.parts.join("") },
          }),
        ),
      finishReason: this.#finishReason,
      usage: this.#usage,
      model: this.#model,
      systemFingerprint: this.#fingerprint,
    };
  }

  #addMessage(message: JsonObject): StreamStep {
    const content = textOf(message["content"]);
    const reasoning = reasoningOf(message);
    if (content !== "") this.#content.push(content);
    if (reasoning !== "") this.#reasoning.push(reasoning);
    if (typeof message["refusal"] === "string") this.#refusal = (this.#refusal ?? "") + message["refusal"];
    this.#addCalls(message["tool_calls"]);
    return content === "" && reasoning === ""
      ? { kind: "nothing" }
      : { kind: "delta", delta: { content, reasoning } };
  }

  #addCalls(calls: JsonValue | undefined): void {
    if (!Array.isArray(calls)) return;
    calls.filter(isJsonObject).forEach((call, position) => {
      const index =
        typeof call["index"] === "number" && call["index"] >= 0 && call["index"] < 128
          ? call["index"]
          : position;
      this.#calls[index] ??= { id: "", name: "", parts: [] };
      const known = this.#calls[index]!;
      const made = isJsonObject(call["function"]) ? call["function"] : {};
      if (typeof call["id"] === "string" && known.id === "") known.id = call["id"];
      if (typeof made["name"] === "string") known.name += made["name"];
      const given = made["arguments"];
      if (typeof given === "string") known.parts.push(given);
      else if (isJsonObject(given)) known.parts.push(JSON.stringify(given));
    });
  }
}

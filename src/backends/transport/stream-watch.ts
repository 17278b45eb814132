import type { CompletionDelta, CompletionOptions } from "./completion.ts";
import type { CompletionParts } from "./parse-completion.ts";
import type { AfterPiece } from "./read-body.ts";
import { type SseEvent, SseReader } from "./sse.ts";
import { StreamAssembly } from "./stream-assembly.ts";

/** How a stream came out. */
export type StreamEnd =
  | { readonly kind: "completion"; readonly parts: CompletionParts }
  /** An event held an error; the body is what `classify` reads. */
  | { readonly kind: "error"; readonly body: string }
  /** Cut off, or an event of it is broken. */
  | { readonly kind: "truncated"; readonly message: string }
  /** Not one event was a piece of a completion. */
  | { readonly kind: "nothing" };

/** Reads a stream as it comes, hands its pieces on, and says when there is enough. */
export class StreamWatch {
  readonly #reader = new SseReader();
  readonly #assembly: StreamAssembly;
  readonly #onDelta: ((delta: CompletionDelta) => boolean | undefined) | undefined;
  #error: string | null = null;
  #damaged = false;
  #stopped = false;

  constructor({ onDelta, serialTools }: Pick<CompletionOptions, "onDelta" | "serialTools"> = {}) {
    this.#assembly = new StreamAssembly(serialTools);
    this.#onDelta = onDelta;
  }

  push(text: string): AfterPiece {
    return this.#take(this.#reader.push(text));
  }

  /** No more will come. */
  end(): StreamEnd {
    const isOver = this.#error !== null || this.#stopped;
    if (!isOver) this.#take(this.#reader.end());
    if (this.#error !== null) return { kind: "error", body: this.#error };
    if (this.#stopped) return { kind: "completion", parts: this.#assembly.parts() };
    if (this.#damaged) return { kind: "truncated", message: "an event of the stream is broken" };
    if (!this.#assembly.sawChoice) return { kind: "nothing" };
    return this.#assembly.isWhole
      ? { kind: "completion", parts: this.#assembly.parts() }
      : { kind: "truncated", message: "the stream ended without a finish reason" };
  }

  #take(events: readonly SseEvent[]): AfterPiece {
    for (const event of events) {
      const step = this.#assembly.add(event);
      if (step.kind === "done") return "done";
      if (step.kind === "damaged") this.#damaged = true;
      if (step.kind === "error") {
        this.#error = step.body;
        return "stop";
      }
      if (step.kind === "delta" && this.#onDelta?.(step.delta) === false) {
        this.#stopped = true;
        return "stop";
      }
    }
    return "more";
  }
}

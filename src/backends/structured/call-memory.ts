import type { Rung } from "../wire/rung.ts";
import type {
  FailureFingerprint,
  FailureKind,
  FailureMemory,
  Mended,
  RememberedAction,
} from "./failure-memory.ts";
import type { FormOutcome } from "./form-outcome.ts";

/** What one call takes from the memory of failures, and what it gives back. Does nothing without a memory. */
export class CallMemory {
  readonly #memory: FailureMemory | undefined;
  readonly #key: Omit<FailureFingerprint, "kind">;
  #applied: RememberedAction[] = [];
  #roundTrips = 0;
  readonly #lessons = new Map<FailureKind, Omit<RememberedAction, "kind" | "rung">>();
  #ranAway = false;

  constructor(memory: FailureMemory | undefined, key: Omit<FailureFingerprint, "kind">) {
    this.#memory = memory;
    this.#key = key;
  }

  /** Hands out each remembered action; those that `apply` takes are judged by the call's end. */
  async recall(apply: (action: RememberedAction) => boolean): Promise<void> {
    const actions = (await this.#memory?.recall(this.#key)) ?? [];
    this.#applied = actions.filter(apply);
  }

  /** What was done about a failure. It is remembered when a value came of it, and only then. */
  note(kind: FailureKind, action: RememberedAction["action"], maxTokens: number | null = null): void {
    this.#lessons.set(kind, { action, maxTokens });
  }

  /** It did not help after all. */
  forget(kind: FailureKind): void {
    this.#lessons.delete(kind);
  }

  /** The failure was mended by one more request. */
  countRoundTrip(): void {
    this.#roundTrips += 1;
  }

  /** White space without end: worth remembering once a lower rung has given a value. */
  noteRunaway(): void {
    this.#ranAway = true;
  }

  /** Everything is handed to the memory before this returns; the promise is for what it writes. */
  async account(outcome: FormOutcome, rung: Rung): Promise<void> {
    const memory = this.#memory;
    if (memory === undefined) return;
    const hasValue = outcome.kind === "value";
    if (hasValue && this.#ranAway) this.note("whitespace_runaway", "lower_rung");
    const lessons = hasValue ? [...this.#lessons] : [];
    const helped = hasValue && this.#roundTrips === 0;
    const mended = this.#mended(outcome);
    await Promise.all([
      ...lessons.map(([kind, { action, maxTokens }]) =>
        memory.remember(
          { ...this.#key, kind },
          { kind, action, maxTokens, rung: action === "lower_rung" ? rung : null },
        ),
      ),
      ...this.#applied.map((action) => memory.report(this.#key, action, helped)),
      ...(mended === null ? [] : [memory.count(mended)]),
    ]);
  }

  #mended(outcome: FormOutcome): Mended | null {
    if (outcome.kind !== "value") return "not";
    if (this.#roundTrips > 0) return "round_trip";
    if (this.#applied.length > 0) return "memory";
    return outcome.repairRung === null ? null : "local_repair";
  }
}

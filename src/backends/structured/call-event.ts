import { classify } from "../classify/classify.ts";
import type { NewHistoryEvent } from "../store/history-event.ts";
import type { FailureClass } from "../transport/failure.ts";
import type { FormOutcome } from "./form-outcome.ts";

export type CallFacts = Pick<
  NewHistoryEvent,
  "provider" | "endpoint" | "model" | "rung" | "wireForm" | "durationMs"
> & {
  /** Classes of the failures met on the way. */
  readonly classes: readonly FailureClass[];
};

/** The line of one call in the history. */
export function callEvent(outcome: FormOutcome, { classes, ...facts }: CallFacts): NewHistoryEvent {
  const failure = outcome.kind === "failed" ? outcome.failure : null;
  const classification = failure === null ? null : classify(failure);
  return {
    ...facts,
    event: "call",
    class: classification?.class ?? classes.at(-1) ?? null,
    httpStatus: failure === null ? 200 : "status" in failure ? failure.status : null,
    reason: outcome.kind === "value" ? null : outcome.kind,
    serverMessage: classification?.serverMessage ?? null,
  };
}

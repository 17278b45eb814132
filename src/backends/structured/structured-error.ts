import { classify } from "../classify/classify.ts";
import type { FormOutcome } from "./form-outcome.ts";
import type { StructuredError } from "./structured-call.ts";

/** A hint above the ceiling of the default policy is not waited for; when it ends is told instead. */
const CEILING_MS = 20_000;

/** Why there is no value, from how the last form came out. */
export function errorOf(
  outcome: Exclude<FormOutcome, { kind: "value" }>,
  { largestCap, nowMs }: { readonly largestCap: number; readonly nowMs: number },
): StructuredError {
  const none = { class: null, httpStatus: null, serverMessage: null, resetsAt: null, issues: [] };
  switch (outcome.kind) {
    case "failed": {
      const {
        class: failureClass,
        reason,
        serverMessage,
        retryAfterMs,
        resetsAt,
      } = classify(outcome.failure);
      const isFar = retryAfterMs !== null && retryAfterMs > CEILING_MS;
      return {
        ...none,
        kind: "request_failed",
        message: reason,
        class: failureClass,
        serverMessage,
        resetsAt: resetsAt ?? (isFar ? new Date(nowMs + retryAfterMs).toISOString() : null),
        httpStatus: "status" in outcome.failure ? outcome.failure.status : null,
      };
    }
    case "truncated":
      return {
        ...none,
        kind: "truncated",
        message: `the answer was cut off, also with a cap of ${largestCap} tokens`,
      };
    case "runaway":
      return { ...none, kind: "truncated", message: "the answer ended in white space without end" };
    case "invalid":
      return {
        ...none,
        kind: "invalid_output",
        message: `no valid document after a second request. ${outcome.problem}`,
        issues: outcome.issues,
      };
  }
}

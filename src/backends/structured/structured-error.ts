import { classify } from "../classify/classify.ts";
import type { FormOutcome } from "./form-outcome.ts";
import type { StructuredError } from "./structured-call.ts";

/** Why there is no value, from how the last form came out. */
export function errorOf(
  outcome: Exclude<FormOutcome, { kind: "value" }>,
  { largestCap }: { readonly largestCap: number },
): StructuredError {
  const none = { class: null, httpStatus: null, serverMessage: null, resetsAt: null, issues: [] };
  switch (outcome.kind) {
    case "failed": {
      const { class: failureClass, reason, serverMessage, resetsAt } = classify(outcome.failure);
      return {
        ...none,
        kind: "request_failed",
        message: reason,
        class: failureClass,
        serverMessage,
        resetsAt,
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

import type { Classification } from "../classify/classify.ts";
import type { StructuredEvent } from "./structured-call.ts";

/** What a call tells before it waits to try again. */
export function retryEvent(failure: Classification, delayMs: number): StructuredEvent {
  return {
    type: "retry",
    class: failure.class,
    delayMs,
    reason: failure.serverMessage ?? failure.reason,
  };
}

import type { WireForm } from "../wire/wire-forms.ts";
import type { Attempt } from "./attempt.ts";
import type { Observation } from "./observation.ts";

/** For sentences: what the form constrains the answer to. */
export function noun(form: WireForm): string {
  return form.rung === "json_object" ? "object rule" : form.needs === "grammar" ? "grammar" : "schema";
}

export function shapeWord({ shape, refused }: Observation): string {
  if (refused) return "a refusal";
  switch (shape.kind) {
    case "blank":
      return "blank";
    case "opened":
      return "cut off before it said anything";
    case "canary":
      return "the object that was demanded";
    case "object":
      return "another object";
    case "array":
      return "an array";
    case "prose":
      return "prose";
  }
}

export function wordOf(attempt: Attempt): string {
  switch (attempt.outcome) {
    case "answer":
      return shapeWord(attempt.observation);
    case "refused":
    case "unavailable":
    case "lost":
      return attempt.classification.serverMessage ?? attempt.classification.reason;
    case "deadline":
      return `no answer within ${seconds(attempt.durationMs)}`;
    case "canceled":
      return "interrupted";
  }
}

export function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}

export function durationOf(attempt: Attempt): number {
  if (attempt.outcome === "answer") return attempt.observation.durationMs;
  return attempt.outcome === "canceled" ? 0 : attempt.durationMs;
}

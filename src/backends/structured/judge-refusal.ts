import type { Classification } from "../classify/classify.ts";
import type { WireForm } from "../wire/wire-forms.ts";

/**
 * What a failed request means for the form that was sent.
 *
 * - `return`: nothing to do with the constraint; the failure is the caller's.
 * - `demote`: the body names our field and refuses it. Step down, and remember at once.
 * - `suspect`: refused without naming anything. Step down; remember when a weaker form then succeeds with all else the same.
 * - `schema`: the server takes the field but not this schema. Step down for this call only.
 */
export type RefusalMeaning = "return" | "demote" | "suspect" | "schema";

/** Scopes of a failure that would meet a plain request just the same, or that say nothing about the capability. */
const NEVER_ABOUT_THE_FIELD: readonly string[] = ["auth", "model", "quota", "overflow", "combination"];

export function judgeRefusal(
  form: WireForm,
  { class: failureClass, scope, demote, refusesField }: Classification,
): RefusalMeaning {
  if (form.id === "none" || failureClass !== "permanent") return "return";
  if (demote) return "demote";
  if (scope === "schema") return "schema";
  if (NEVER_ABOUT_THE_FIELD.includes(scope)) return "return";
  if (scope === "sampling") return "schema";
  // It names a field, and not ours: max_tokens, temperature, a message. A plain request would meet the same.
  if (refusesField !== null) return "return";
  return "suspect";
}

import type { WireForm } from "../wire/wire-forms.ts";
import { type FormAttempts, proves } from "./judge.ts";

/** Everything that was sent for one form. */
export interface TriedForm {
  readonly form: WireForm;
  readonly attempts: FormAttempts;
}

/**
 * The back ends that did not follow a form which another one behind the same address followed. What holds for the
 * others cannot be relied on for them, whatever the form. The object rule does not count: a model that is merely asked
 * for JSON obeys it in one answer and not in the next, on one back end as well.
 */
export function dissentingBackEnds(tried: readonly TriedForm[]): ReadonlySet<string> {
  const dissenting = new Set<string>();
  for (const { form, attempts } of tried) {
    if (form.rung === "json_object") continue;
    const answers = [attempts.canary, ...attempts.baits].flatMap((each) =>
      each.outcome === "answer" && !each.observation.cached ? [each.observation] : [],
    );
    const following = new Set(answers.filter((each) => proves(form, each)).map((each) => each.backEnd));
    if (following.size === 0) continue;
    for (const { backEnd } of answers) if (!following.has(backEnd)) dissenting.add(backEnd);
  }
  return dissenting;
}

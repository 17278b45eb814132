import type { Preset } from "../presets/preset.ts";
import { WIRE_FORMS, type WireForm, type WireFormId } from "../wire/wire-forms.ts";

export interface PlanRow {
  readonly form: WireForm;
  /** Why the form is not worth, or not safe for, a request; `null` when it is to be sent. */
  readonly skip: string | null;
}

export interface PlanOptions {
  readonly preset: Preset;
  readonly all: boolean;
  /** The baseline's answer or the server's template shows that the model thinks. */
  readonly thinking: boolean;
  /** Forms that this server died of before. */
  readonly crashedForms: readonly WireFormId[];
}

/**
 * Every wire form but `none`, in the order of negotiation, each with the reason where it is not sent. A raw
 * `grammar` can crash llama.cpp when the model thinks ("Unexpected empty grammar stack", llama.cpp #22537), so there
 * it is left out, or with `all` sent last.
 */
export function planForms({ preset, all, thinking, crashedForms }: PlanOptions): readonly PlanRow[] {
  const mayCrash = (form: WireForm): boolean =>
    form.id === "grammar" &&
    thinking &&
    (preset.id === "generic" || preset.quirks.includes("grammar_may_crash_when_thinking"));
  const rows = WIRE_FORMS.filter((form) => form.id !== "none").map((form): PlanRow => {
    if (crashedForms.includes(form.id))
      return { form, skip: "this server died of it before; it is not sent to it again" };
    if (all) return { form, skip: null };
    if (!preset.wireForms.includes(form.id)) return { form, skip: `not worth a request on ${preset.title}` };
    if (mayCrash(form))
      return { form, skip: "a raw grammar is known to crash this server while the model thinks" };
    return { form, skip: null };
  });
  return [...rows.filter((row) => !mayCrash(row.form)), ...rows.filter((row) => mayCrash(row.form))];
}

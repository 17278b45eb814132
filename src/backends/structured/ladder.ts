import type { Capabilities, Evidence } from "../capabilities.ts";
import type { Rung } from "../wire/rung.ts";
import { WIRE_FORMS, type WireForm, wireForm } from "../wire/wire-forms.ts";

export interface LadderOptions {
  /** `off` and tools both mean the floor: a constraint is never sent with tools. */
  readonly mode: "auto" | "off";
  readonly hasTools: boolean;
  readonly hasGrammar: boolean;
  /** Begin at this rung (to compare); the floor still follows. */
  readonly rung?: Rung | undefined;
}

/**
 * The forms that a call tries, strongest first, the floor last: from the negotiated form down, every one that was proven
 * and, of the rungs below that a default probe had no reason to try, the first form each.
 */
export function ladder(
  capabilities: Capabilities,
  { mode, hasTools, hasGrammar, rung }: LadderOptions,
): readonly WireForm[] {
  const floor = wireForm("none");
  if (mode === "off" || hasTools || rung === "prompt_only") return [floor];
  const usable = WIRE_FORMS.filter((form) => form.id !== "none" && (form.needs !== "grammar" || hasGrammar));
  if (rung !== undefined) return [...forcedForms(usable, capabilities, rung), floor];
  if (capabilities.rung === "prompt_only") return [floor];

  const start = WIRE_FORMS.findIndex((form) => form.id === capabilities.wireForm);
  const chosen: WireForm[] = [];
  for (const form of usable) {
    const position = WIRE_FORMS.indexOf(form);
    const evidence = evidenceOf(capabilities, form);
    if (form.id === capabilities.wireForm) chosen.push(form);
    else if (position < start) continue;
    else if (evidence?.verdict === "enforced" || evidence?.verdict === "misrouted") chosen.push(form);
    else if (isUntried(evidence) && !chosen.some((each) => each.rung === form.rung)) chosen.push(form);
  }
  return [...chosen, floor];
}

function forcedForms(
  usable: readonly WireForm[],
  capabilities: Capabilities,
  rung: Rung,
): readonly WireForm[] {
  const forms = usable.filter((form) => form.rung === rung);
  const order = (form: WireForm): number => {
    const verdict = evidenceOf(capabilities, form)?.verdict;
    return verdict === "enforced"
      ? 0
      : verdict === "misrouted"
        ? 1
        : verdict === undefined || verdict === "skipped"
          ? 2
          : 3;
  };
  return forms
    .filter((form) => evidenceOf(capabilities, form)?.verdict !== "crashed")
    .sort((a, b) => order(a) - order(b))
    .slice(0, 1);
}

function evidenceOf({ evidence }: Capabilities, form: WireForm): Evidence | undefined {
  return evidence.find((each) => each.wireForm === form.id);
}

/** The probe left it out because a stronger form held: nothing speaks against it. */
function isUntried(evidence: Evidence | undefined): boolean {
  return (
    evidence !== undefined &&
    evidence.verdict === "skipped" &&
    /stronger form already holds/.test(evidence.reason)
  );
}

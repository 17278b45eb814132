import type { Capabilities } from "../capabilities.ts";
import type { WireFormId } from "../wire/wire-forms.ts";

/** What a server died of, and what it is therefore not sent again as long as its fingerprint is the same. */
export function crashedFormsOf({ evidence }: Pick<Capabilities, "evidence">): readonly WireFormId[] {
  return evidence.filter((each) => each.verdict === "crashed").map((each) => each.wireForm);
}

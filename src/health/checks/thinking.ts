import { type Check, result, skipped } from "../check.ts";
import { finding } from "../findings/finding-texts.ts";

/** Does the model think before it answers, and what does that do to structured calls? */
export const thinkingCheck: Check = {
  id: "thinking",
  title: "thinking",
  run: ({ capabilities, identity }) => {
    if (capabilities === null || capabilities.baseline !== "ok")
      return skipped("needs a plain request that is answered");
    const codes = ["thinking_turned_off", "thinking_needs_cap", "thinking_spends_cap"] as const;
    const findings = codes.flatMap((code) =>
      capabilities.notes.filter((note) => note.code === code).map((note) => finding(code, note.args)),
    );
    if (capabilities.conditions.thinking !== "default")
      return result("turned off for structured calls", findings, { measured: true });
    if (findings.length > 0) return result("the model thinks first", findings, { measured: true });
    const able =
      identity?.settings.thinkingCapable === true ? "the model can think, and did not here" : "none seen";
    return result(able, [], { measured: false });
  },
};

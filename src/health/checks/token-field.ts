import { type Check, result, skipped } from "../check.ts";
import { finding } from "../findings/finding-texts.ts";

/** Which field caps an answer here, and does the cap hold? */
export const tokenFieldCheck: Check = {
  id: "token_field",
  title: "token cap",
  run: ({ capabilities }) => {
    if (capabilities === null || capabilities.baseline !== "ok")
      return skipped("needs a plain request that is answered");
    const { conditions, notes } = capabilities;
    const findings = [
      ...notes.filter((note) => note.code === "cap_ignored").map((note) => finding("cap_ignored", note.args)),
      ...(conditions.capField === "max_tokens"
        ? []
        : [finding("cap_field_swapped", { field: conditions.capField })]),
      ...(conditions.stream ? [finding("stream_only")] : []),
      ...(conditions.temperature ? [] : [finding("temperature_refused")]),
    ];
    const proven = notes.some((note) => note.code === "cap_proven") ? ", seen to hold" : ", accepted";
    return result(
      `${conditions.capField}${findings.some((each) => each.code === "cap_ignored") ? ", ignored" : proven}`,
      findings,
      { measured: conditions.capField },
    );
  },
};

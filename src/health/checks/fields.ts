import { type Check, result, skipped } from "../check.ts";
import { finding } from "../findings/finding-texts.ts";

/** Does the server refuse what it does not know? Asked with `--all`, or where a refusal named nothing. */
export const fieldsCheck: Check = {
  id: "unknown_fields",
  title: "fields",
  run: ({ capabilities }) => {
    if (capabilities === null || capabilities.baseline !== "ok")
      return skipped("needs a plain request that is answered");
    const accepted = capabilities.notes.find((note) => note.code === "unknown_fields_accepted");
    if (accepted !== undefined)
      return result("unknown fields are accepted", [finding("unknown_fields_accepted")], {
        measured: "accepted",
      });
    const refused = capabilities.notes.find((note) => note.code === "unknown_fields_refused");
    if (refused !== undefined)
      return result("unknown fields are refused", [finding("unknown_fields_refused", refused.args)], {
        measured: "refused",
      });
    return skipped("asked with --all");
  },
};

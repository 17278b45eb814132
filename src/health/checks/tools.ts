import { type Check, result, skipped } from "../check.ts";
import { finding } from "../findings/finding-texts.ts";

/** Can the model call tools here? From what the server shows; with `--all` one request asks for a call. */
export const toolsCheck: Check = {
  id: "tools",
  title: "tools",
  run: ({ capabilities, identity }) => {
    if (identity === null || !identity.reachable) return skipped("needs an endpoint that answers");
    const note = capabilities?.notes.find((each) => each.code.startsWith("tools_"));
    if (note?.code === "tools_refused")
      return result("refused for this model", [finding("tools_refused", note.args)], { measured: "refused" });
    if (note?.code === "tools_called")
      return result("the model called the tool it was given", [], { measured: "called" });
    if (note?.code === "tools_not_called")
      return result("accepted; the model did not call the tool", [], { measured: "accepted" });
    const capable = identity.settings.toolsCapable;
    if (capable === null)
      return { ...skipped("not shown by this server; asked with --all"), status: "unknown" };
    return result(capable ? "the model's template has tools" : "the model's template has no tools", [], {
      measured: capable,
    });
  },
};

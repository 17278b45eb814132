import { type Check, result, skipped } from "../check.ts";
import { remarksOf } from "./remarks.ts";

/** Is the key accepted, and did it go only where it may? */
export const authCheck: Check = {
  id: "auth",
  title: "auth",
  run: (evidence) => {
    const findings = remarksOf(evidence, ["unauthorized", "key_withheld", "key_unusable", "key_over_http"]);
    const { state, keySent, identity, capabilities } = evidence;
    if (state === "unconfigured" || state === "unreachable") {
      return findings.length > 0
        ? result("not checked", findings)
        : skipped("needs an endpoint that answers");
    }
    if (state === "unauthorized") return result(keySent ? "the key is refused" : "a key is wanted", findings);
    const listStatus = identity?.modelsStatus ?? 0;
    // LiteLLM without its database answers 500 where a key is missing: nothing was accepted yet.
    if (capabilities?.probed !== true && listStatus >= 400 && findings.length === 0) {
      const sent = keySent ? "a key was sent" : "no key sent";
      return result(`${sent}, and the model list answers ${listStatus}`, [], { status: "unknown" });
    }
    return result(keySent ? "the key is accepted" : "no key sent, none wanted", findings, {
      measured: keySent,
    });
  },
};

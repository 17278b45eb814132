import { type Check, result, skipped } from "../check.ts";
import { remarksOf } from "./remarks.ts";

/** Is the key accepted, and did it go only where it may? */
export const authCheck: Check = {
  id: "auth",
  title: "auth",
  run: (evidence) => {
    const findings = remarksOf(evidence, ["unauthorized", "key_withheld", "key_over_http"]);
    if (evidence.state === "unconfigured" || evidence.state === "unreachable") {
      return findings.length > 0
        ? result("not checked", findings)
        : skipped("needs an endpoint that answers");
    }
    if (evidence.state === "unauthorized")
      return result(evidence.keySent ? "the key is refused" : "a key is wanted", findings);
    return result(evidence.keySent ? "the key is accepted" : "no key sent, none wanted", findings, {
      measured: evidence.keySent,
    });
  },
};

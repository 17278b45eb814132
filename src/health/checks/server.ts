import { type Check, result, skipped } from "../check.ts";
import { remarksOf } from "./remarks.ts";

/** What kind of server is it, and which version? */
export const serverCheck: Check = {
  id: "server",
  title: "server",
  run: (evidence) => {
    const { identity } = evidence;
    if (identity === null || !identity.reachable) return skipped("needs an endpoint that answers");
    const findings = remarksOf(evidence, ["plain_request_failed", "rate_limited"]);
    const version = identity.version === null ? "version not shown" : identity.version;
    const summary =
      identity.kind === "generic"
        ? "not recognised; treated as an unknown OpenAI-compatible server"
        : `${identity.kind} ${version}`;
    return result(summary, findings, { measured: identity.kind, source: identity.toldBy });
  },
};

import { type Check, result, skipped } from "../check.ts";
import { serverKind } from "../server-kind.ts";
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
    const kind = serverKind(evidence);
    const told =
      identity.kind === "generic" ? "its answers do not show it" : `it answers as ${identity.kind}`;
    const summary =
      kind === "generic"
        ? "not recognised; treated as an unknown OpenAI-compatible server"
        : kind === identity.kind
          ? `${kind} ${version}`
          : `${kind}, because you say so: ${told}`;
    return result(summary, findings, { measured: identity.kind, source: identity.toldBy });
  },
};

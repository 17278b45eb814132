import { type Check, result } from "../check.ts";
import { remarksOf } from "./remarks.ts";

/** Proxies and names: what may stand between this machine and the endpoint. */
export const networkCheck: Check = {
  id: "network",
  title: "network",
  run: (evidence) => {
    const findings = remarksOf(evidence, ["proxy_configured"]);
    return result(findings.length > 0 ? "direct; a proxy is configured and not used" : "direct", findings);
  },
};

import { type Check, result } from "../check.ts";
import { finding } from "../findings/finding-texts.ts";
import { remarksOf } from "./remarks.ts";

/** Does something answer there, and is it an API? */
export const endpointCheck: Check = {
  id: "endpoint",
  title: "endpoint",
  run: (evidence) => {
    const { endpoint, state, latencyMs } = evidence;
    if (endpoint.value === null)
      return result("none configured, none found on this machine", [finding("unconfigured")]);
    const findings = remarksOf(evidence, [
      "unreachable",
      "missing_v1",
      "web_page_answers",
      "wrong_scheme",
      "localhost_surprise",
      "redirected",
      "server_loading",
      "several_servers",
    ]);
    const time = latencyMs === null ? "" : `, ${Math.round(latencyMs)} ms`;
    const word = state === "unreachable" ? "no answer" : state === "loading" ? "loading" : `answers${time}`;
    return result(`${endpoint.value} ${word} (${endpoint.origin})`, findings, {
      measured: endpoint.value,
      source: endpoint.origin,
    });
  },
};

import { type ReadinessRule, unknown } from "../readiness-rule.ts";
import { whitespaceSetting } from "../server-settings.ts";

export const whitespace: ReadinessRule = {
  id: "decoding.whitespace",
  title: "no white space without end",
  weight: 5,
  why: "Between two tokens of JSON any amount of white space is valid: a small model can fill its whole cap with it and never write the first key.",
  judge: ({ capabilities, identity }) => {
    const wanted = "none seen under a constraint";
    if (capabilities === null || !capabilities.probed || capabilities.baseline !== "ok")
      return unknown(wanted, "probe");
    const seen = capabilities.notes.some(({ code }) => code === "whitespace_runaway");
    if (!seen && capabilities.rung === "prompt_only") return unknown(wanted, "no constraint holds");
    return {
      status: seen ? "warn" : "pass",
      measured: seen ? "an answer ran to its cap in white space" : "none seen",
      wanted,
      basis: "probe",
      remedy: seen ? { kind: "server", text: whitespaceSetting(identity?.kind ?? "generic") } : null,
    };
  },
};

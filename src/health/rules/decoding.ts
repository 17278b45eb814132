import { type ReadinessRule, unknown } from "../readiness-rule.ts";
import { decodingSetting } from "../server-settings.ts";

export const decoding: ReadinessRule = {
  id: "decoding.enforced",
  title: "a schema or grammar is enforced",
  weight: 24,
  gate: true,
  why: "A small model writes valid JSON only when its decoder lets it write nothing else.",
  judge: ({ capabilities, identity }) => {
    const wanted = "json_schema, guided_json or gbnf_grammar, enforced";
    if (capabilities === null || !capabilities.probed) return unknown(wanted, "probe");
    const { rung, verdict } = capabilities;
    const status =
      rung === "prompt_only" ? "fail" : rung === "json_object" || verdict === "misrouted" ? "warn" : "pass";
    const text = decodingSetting(identity?.kind ?? "generic");
    return {
      status,
      measured: rung === "prompt_only" ? "prompt_only, nothing enforced" : `${rung}, ${verdict}`,
      wanted,
      basis: "probe",
      remedy: status === "pass" ? null : { kind: "server", text },
    };
  },
};

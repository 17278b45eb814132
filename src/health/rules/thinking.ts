import { type ReadinessRule, unknown } from "../readiness-rule.ts";

export const thinking: ReadinessRule = {
  id: "thinking.structured",
  title: "thinking does not get in the way",
  weight: 8,
  why: "Engines lose or misplace the constraint in one of the two modes, and reasoning spends the token cap.",
  judge: ({ values, capabilities }) => {
    if (capabilities === null || capabilities.baseline !== "ok")
      return unknown("no thinking in structured calls, or measured with it", "probe");
    const spends = capabilities.notes.some(
      (note) => note.code === "thinking_spends_cap" || note.code === "thinking_needs_cap",
    );
    const status = !spends || values.thinking === "off" ? "pass" : "warn";
    return {
      status,
      measured:
        values.thinking === "off"
          ? "turned off by the settings"
          : spends
            ? "the model thinks first"
            : capabilities.conditions.thinking === "default"
              ? "none seen"
              : "turned off",
      wanted: "none in structured calls",
      basis: "probe",
      remedy: status === "pass" ? null : { kind: "client", key: "thinking", to: "off" },
    };
  },
};

import type { ReadinessRule } from "../readiness-rule.ts";

export const mode: ReadinessRule = {
  id: "decoding.mode",
  title: "structured decoding is on",
  weight: 8,
  why: "With the mode off no constraint is sent, whatever the server would enforce.",
  judge: ({ values }) => ({
    status: values.structured_decoding === "auto" ? "pass" : "warn",
    measured: values.structured_decoding,
    wanted: "auto",
    basis: "settings",
    remedy:
      values.structured_decoding === "auto"
        ? null
        : { kind: "client", key: "structured_decoding", to: "auto" },
  }),
};

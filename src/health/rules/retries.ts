import type { ReadinessRule } from "../readiness-rule.ts";

export const retries: ReadinessRule = {
  id: "retries.count",
  title: "few retries",
  weight: 5,
  why: "More than two repeat the same truncation or the same aborted load, and keep a small machine busy.",
  judge: ({ values }) => ({
    status: values.llm_retry_count <= 2 ? "pass" : "warn",
    measured: values.llm_retry_count,
    wanted: "<= 2",
    basis: "settings",
    remedy: values.llm_retry_count <= 2 ? null : { kind: "client", key: "llm_retry_count", to: 2 },
  }),
};

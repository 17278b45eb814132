import { type ReadinessRule, unknown } from "../readiness-rule.ts";

export const capField: ReadinessRule = {
  id: "output.cap_field",
  title: "the token cap is obeyed",
  weight: 8,
  why: "Ollama's /v1 and older llama.cpp do not know max_completion_tokens: the answer then runs to the end of the context.",
  judge: ({ values, capabilities }) => {
    if (capabilities === null || capabilities.baseline !== "ok")
      return unknown("the field that the server obeys", "probe");
    const { capField: field } = capabilities.conditions;
    const ignored = capabilities.notes.some((note) => note.code === "cap_ignored");
    const asked = values.max_tokens_field === "auto" ? `auto: ${field}` : values.max_tokens_field;
    const matches = values.max_tokens_field === "auto" || values.max_tokens_field === field;
    return {
      status: ignored || !matches ? "fail" : "pass",
      measured: ignored ? `${asked}, ignored` : asked,
      wanted: `${field}, obeyed`,
      basis: "probe",
      remedy: matches ? null : { kind: "client", key: "max_tokens_field", to: "auto" },
    };
  },
};

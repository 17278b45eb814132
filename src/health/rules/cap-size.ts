import type { ReadinessRule } from "../readiness-rule.ts";

export const capSize: ReadinessRule = {
  id: "output.cap_size",
  title: "answers have room",
  weight: 8,
  why: "A document that is cut off cannot be used. Reasoning is counted against the same cap.",
  judge: ({ values, capabilities, identity }) => {
    const thinks =
      capabilities?.notes.some(
        (note) => note.code.startsWith("thinking_needs") || note.code.startsWith("thinking_spends"),
      ) === true ||
      (identity?.settings.thinkingCapable === true &&
        values.thinking !== "off" &&
        capabilities?.conditions.thinking === "default");
    const least = thinks ? 8192 : 1024;
    const enough = values.max_tokens >= least;
    return {
      status: enough ? "pass" : "warn",
      measured: values.max_tokens,
      wanted: `>= ${least}`,
      basis: "settings",
      remedy: enough ? null : { kind: "client", key: "max_tokens", to: least },
    };
  },
};

import type { ReadinessRule } from "../readiness-rule.ts";

/** The largest that the setting takes. */
const DAY_MS = 86_400_000;

export const totalTimeout: ReadinessRule = {
  id: "timeouts.total",
  title: "a whole answer is waited for",
  weight: 4,
  why: "Small machines write a few tokens a second; the time must suffice for max_tokens of them.",
  judge: ({ values }) => {
    const writingMs = Math.ceil(values.max_tokens / 10) * 1000;
    const least = Math.min(DAY_MS, Math.max(values.first_byte_timeout_ms, writingMs));
    const ok = values.timeout_ms >= least;
    return {
      status: ok ? "pass" : "warn",
      measured: values.timeout_ms,
      wanted: `>= ${least} ms (${least === writingMs ? "max_tokens at 10 a second" : "first_byte_timeout_ms"})`,
      basis: "settings",
      remedy: ok ? null : { kind: "client", key: "timeout_ms", to: least },
    };
  },
};

import { isLoopback } from "../../config/trust.ts";
import type { ReadinessRule } from "../readiness-rule.ts";

/** A cold load of a large model takes minutes, and the answer's head comes only after it. */
const COLD_MS = 300_000;
/** A model that is loaded. */
const WARM_MS = 60_000;

export const firstByteTimeout: ReadinessRule = {
  id: "timeouts.first_byte",
  title: "a cold start is waited for",
  weight: 6,
  why: "A client that gives up while the model loads makes Ollama abort the load, so that the next try starts over.",
  judge: ({ values, endpoint }) => {
    const least = endpoint === null || isLoopback(endpoint) ? COLD_MS : WARM_MS;
    const ok = values.first_byte_timeout_ms >= least;
    return {
      status: ok ? "pass" : values.first_byte_timeout_ms >= WARM_MS ? "warn" : "fail",
      measured: values.first_byte_timeout_ms,
      wanted: `>= ${least} ms`,
      basis: "settings",
      remedy: ok ? null : { kind: "client", key: "first_byte_timeout_ms", to: COLD_MS },
    };
  },
};

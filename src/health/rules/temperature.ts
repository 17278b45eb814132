import type { ReadinessRule, RuleResult } from "../readiness-rule.ts";

/** A choice of ours: low, as JSON needs it, and not greedy, which loops under a constraint. */
const LEAST = 0.1;
const MOST = 0.7;
const WANTED = `${LEAST} to ${MOST}`;
const BASIS = "settings";

export const temperature: ReadinessRule = {
  id: "sampling.temperature",
  title: "the temperature is low, and not 0",
  weight: 8,
  why: "Ollama's /v1 uses 1.0 when none is sent, whatever the model's own file says; high temperatures cost small models their keys and types, and at 0 some repeat themselves without end.",
  judge: ({ values, identity }): RuleResult => {
    const own = values.temperature;
    const shown = identity?.kind === "ollama" ? 1 : (identity?.settings.temperature ?? null);
    const servers = shown === null ? null : Math.round(shown * 100) / 100;
    const value = own ?? servers;
    const ok = value !== null && value >= LEAST && value <= MOST;
    return {
      status: ok ? "pass" : "warn",
      measured: own ?? (servers === null ? "not set" : `not set; the server uses ${servers}`),
      wanted: WANTED,
      basis: BASIS,
      remedy: ok ? null : { kind: "client", key: "temperature", to: 0.2 },
    };
  },
};

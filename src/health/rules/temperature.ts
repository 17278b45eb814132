import type { ReadinessRule } from "../readiness-rule.ts";

export const temperature: ReadinessRule = {
  id: "sampling.temperature",
  title: "the temperature is set",
  weight: 8,
  why: "Ollama's /v1 uses 1.0 when none is sent, whatever the model's own file says; high temperatures cost small models their keys and types.",
  judge: ({ values, identity }) => {
    const wanted = "0.1 to 0.7, set";
    const value = values.temperature;
    const basis = "settings";
    const remedy = { kind: "client", key: "temperature", to: 0.2 } as const;
    if (value !== null)
      return value > 1
        ? { status: "fail", measured: value, wanted, basis, remedy }
        : {
            status: value > 0.8 ? "warn" : "pass",
            measured: value,
            wanted,
            basis,
            remedy: value > 0.8 ? remedy : null,
          };
    const servers = identity?.kind === "ollama" ? 1 : (identity?.settings.temperature ?? null);
    return {
      status: servers === null || servers > 0.8 ? "warn" : "pass",
      measured: servers === null ? "not set" : `not set; the server uses ${Math.round(servers * 100) / 100}`,
      wanted,
      basis,
      remedy,
    };
  },
};

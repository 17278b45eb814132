import { type ReadinessRule, unknown } from "../readiness-rule.ts";

export const keepAlive: ReadinessRule = {
  id: "server.keep_alive",
  title: "the model stays loaded",
  weight: 4,
  why: "Ollama unloads after five minutes: the next call waits for a load, and times out where the client is impatient.",
  judge: ({ identity, values }) => {
    if (identity?.kind !== "ollama") return unknown("loaded for the session", "not shown by this server");
    if (identity.settings.keepAliveUntil === null)
      return unknown("loaded for the session", "/api/ps: the model is not loaded");
    const ok = values.keep_alive !== null;
    return {
      status: ok ? "pass" : "warn",
      measured: `until ${identity.settings.keepAliveUntil}`,
      wanted: "keep_alive set",
      basis: "/api/ps expires_at",
      remedy: ok ? null : { kind: "server", text: "Start it with OLLAMA_KEEP_ALIVE=24h ollama serve." },
    };
  },
};

import { type ReadinessRule, unknown } from "../readiness-rule.ts";

/** Twice Ollama's own five minutes: whoever set anything has more. */
const LEAST_MS = 10 * 60_000;
const WANTED = "loaded for more than 10 minutes";

export const keepAlive: ReadinessRule = {
  id: "server.keep_alive",
  title: "the model stays loaded",
  weight: 4,
  why: "Ollama unloads after five minutes: the next call waits for a load, and times out where the client is impatient. Its /v1 takes no keep_alive, so only the server's own setting counts.",
  judge: ({ identity, generatedAt }) => {
    if (identity?.kind !== "ollama") return unknown(WANTED, "not shown by this server");
    const until = identity.settings.keepAliveUntil;
    if (until === null) return unknown(WANTED, "/api/ps: the model is not loaded");
    const ok = Date.parse(until) - Date.parse(generatedAt) > LEAST_MS;
    return {
      status: ok ? "pass" : "warn",
      measured: `until ${until}`,
      wanted: WANTED,
      basis: "/api/ps expires_at",
      remedy: ok ? null : { kind: "server", text: "Start it with OLLAMA_KEEP_ALIVE=24h ollama serve." },
    };
  },
};

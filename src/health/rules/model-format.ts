import { type ReadinessRule, unknown } from "../readiness-rule.ts";

export const modelFormat: ReadinessRule = {
  id: "model.format",
  title: "the engine has a grammar",
  weight: 5,
  why: "Ollama's MLX runner drops the schema; the same model as GGUF runs on an engine that enforces it.",
  judge: ({ identity }) => {
    const format = identity?.settings.modelFormat ?? null;
    if (format === null || identity?.kind !== "ollama")
      return format === null
        ? unknown("gguf on Ollama", "not shown by this server")
        : { status: "pass", measured: format, wanted: "any", basis: "server", remedy: null };
    const ok = format === "gguf";
    return {
      status: ok ? "pass" : "fail",
      measured: format,
      wanted: "gguf",
      basis: "/api/tags details.format",
      remedy: ok
        ? null
        : {
            kind: "server",
            text: "Pull a GGUF tag of the model, one without mlx in its name: ollama pull MODEL:TAG.",
          },
    };
  },
};

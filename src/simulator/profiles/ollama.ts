import type { Profile } from "../profile.ts";
import { error, modelList, profile } from "./base.ts";

function paths(format: string, capabilities: readonly string[]): Profile["paths"] {
  const details = { format, family: "gemma3", parameter_size: "268.10M", quantization_level: "Q4_K_M" };
  return {
    "/": { body: "Ollama is running" },
    "/v1/models": modelList(["demo"], { owned_by: "library" }),
    "/api/version": { body: { version: "0.33.0" } },
    "/api/tags": {
      body: {
        models: [
          {
            name: "demo",
            model: "demo",
            digest: "14f8ac0fb3c4d0781f89e8e94fb0f50f",
            details: { ...details, context_length: 32768 },
            capabilities,
          },
        ],
      },
    },
    "/api/ps": {
      body: {
        models: [
          {
            name: "demo",
            model: "demo",
            size: 287_781_682,
            size_vram: 0,
            context_length: 4096,
            expires_at: "2026-12-01T05:03:53Z",
            details,
          },
        ],
      },
    },
  };
}

const COMMON = {
  notFound: { status: 404, body: "404 page not found" },
  unknownModel: error(404, "model '{model}' not found", { type: "not_found_error", code: null }),
  // No max_completion_tokens on /v1: a cap sent under that name is no cap.
  capFields: ["max_tokens"],
  systemFingerprint: "fp_ollama",
  tools: error(400, "registry.ollama.ai/library/demo:latest does not support tools", { code: null }),
  overflow: null,
} as const satisfies Partial<Profile>;

export const OLLAMA_PROFILES: readonly Profile[] = [
  profile({
    ...COMMON,
    name: "ollama-2026-08",
    title: "Ollama (August 2026) with a GGUF model",
    source:
      "Ollama of August 2026 over llama.cpp b11434, measured 2026-12-01: /v1 reads response_format alone",
    paths: paths("gguf", ["completion"]),
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
      llamacpp_schema_object: "json_object",
    },
  }),
  profile({
    ...COMMON,
    name: "ollama-thinking",
    title: "Ollama with a thinking model",
    source:
      "Ollama routes.go fb3076099: the format is applied once thinking and content were seen; reasoning_effort none turns thinking off",
    paths: paths("gguf", ["completion", "thinking"]),
    thinking: { field: "reasoning", tokens: 300, offBy: ["reasoning_effort", "think"] },
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
      llamacpp_schema_object: "json_object",
    },
  }),
  profile({
    ...COMMON,
    name: "ollama-mlx",
    title: "Ollama with an MLX model",
    source: "Ollama x/mlxrunner fb3076099 (#16563, #17013, #17933): the runner never looks at format",
    paths: paths("mlx", ["completion"]),
    manners: {},
  }),
];

import type { Profile } from "../profile.ts";
import { error, modelList, profile } from "./base.ts";

function paths(format: string, capabilities: readonly string[]): Profile["paths"] {
  const details = { format, family: "gemma3", parameter_size: "268.10M", quantization_level: "Q4_K_M" };
  const model = { name: "demo", model: "demo", digest: "14f8ac0fb3c4d0781f89e8e94fb0f50f" };
  return {
    "/": { body: "Ollama is running" },
    "/v1/models": modelList(["demo"], { owned_by: "library" }),
    "/api/version": { body: { version: "0.33.0" } },
    "/api/tags": {
      body: { models: [{ ...model, details: { ...details, context_length: 32768 }, capabilities }] },
    },
    "/api/ps": {
      body: {
        models: [
          {
            ...model,
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

/** What the llama.cpp inside says, as JSON within the message. */
function inner(message: string, more: Readonly<Record<string, string | number>> = {}): string {
  return JSON.stringify({ error: { code: 400, message, type: "invalid_request_error", ...more } });
}

const COMMON = {
  notFound: { status: 404, body: "404 page not found" },
  unknownModel: error(404, "model '{model}' not found", { type: "not_found_error", param: null, code: null }),
  // No max_completion_tokens on /v1: a cap sent under that name is no cap.
  capFields: ["max_tokens"],
  systemFingerprint: "fp_ollama",
  tools: error(400, "registry.ollama.ai/library/demo:latest does not support tools", {
    param: null,
    code: null,
  }),
  notJson: error(400, "unexpected EOF", { param: null, code: null }),
  emptyMessages: error(400, "[] is too short - 'messages'", { param: null, code: null }),
  badSchema: error(
    400,
    inner(
      "Unable to generate parser for this template. Automatic parser generation failed: JSON schema error at #: unrecognized type {type}",
    ),
    { param: null, code: null },
  ),
  schemaNotObject: error(500, 'invalid format: "\\"text\\""; expected "json" or a valid JSON Schema object', {
    type: "api_error",
    param: null,
    code: null,
  }),
  // #8063: a pattern that makes a bad grammar is passed over.
  badGrammar: "ignored",
  overflow: error(
    400,
    inner("request ({tokens} tokens) exceeds the available context size (4096 tokens), try increasing it", {
      type: "exceed_context_size_error",
      n_ctx: 4096,
    }),
    { param: null, code: null },
  ),
} as const satisfies Partial<Profile>;

const ENFORCES: Profile["manners"] = {
  openai_strict: "enforced",
  openai: "enforced",
  json_object: "enforced",
  any_object_schema: "enforced",
  llamacpp_schema_object: "json_object",
};

export const OLLAMA_PROFILES: readonly Profile[] = [
  profile({
    ...COMMON,
    name: "ollama-2026-08",
    title: "Ollama (August 2026) with a GGUF model",
    source:
      "Ollama of August 2026 over llama.cpp b11434, measured 2026-12-01: /v1 reads response_format alone",
    paths: paths("gguf", ["completion"]),
    manners: ENFORCES,
  }),
  profile({
    ...COMMON,
    name: "ollama-template",
    title: "Ollama (August 2026), template of its own",
    source:
      "Ollama of August 2026 with a random-weight model, measured 2026-12-01: a prompt that is too long is cut in silence",
    paths: paths("gguf", ["completion"]),
    overflow: null,
    badSchema: error(
      400,
      inner(
        `Field 'json_schema': "json_schema": JSON schema conversion failed:\nJSON schema error at #: unrecognized type {type}`,
      ),
      { param: null, code: null },
    ),
    manners: ENFORCES,
  }),
  profile({
    ...COMMON,
    name: "ollama-thinking",
    title: "Ollama with a thinking model",
    source:
      "Ollama routes.go fb3076099: the format is applied once thinking and content were seen; reasoning_effort none turns thinking off",
    paths: paths("gguf", ["completion", "thinking"]),
    thinking: { field: "reasoning", tokens: 300, offBy: ["reasoning_effort", "think"] },
    manners: ENFORCES,
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

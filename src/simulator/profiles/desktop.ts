import type { JsonValue } from "../../json-value.ts";
import type { Manner, Profile } from "../profile.ts";
import { error, modelList, profile } from "./base.ts";

const NO_JSON_OBJECT: Manner = {
  refused: { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } },
};

function lmStudio(model: { readonly [name: string]: JsonValue }): Partial<Profile> & Pick<Profile, "paths"> {
  return {
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "organization_owner" }),
      "/api/v1/models": { body: { models: [{ key: "demo", max_context_length: 32768, ...model }] } },
    },
    // Bug tracker #618 and #2085: a wrong path, and a missing key too, are answered with 200.
    notFound: { status: 200, body: { error: "Unexpected endpoint or method. ({method} {path})" } },
    auth: { status: 200, body: { error: "Unexpected endpoint or method. ({method} {path})" } },
    unknownModel: error(400, 'Invalid model identifier "{model}".', { code: "model_not_found" }),
    overflow: {
      status: 400,
      body: {
        error:
          "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: {tokens} >= n_ctx: 4096).",
      },
    },
  };
}

/** Programs with a window, and the servers of roleplay front ends. */
export const DESKTOP_PROFILES: readonly Profile[] = [
  profile({
    ...lmStudio({
      format: "gguf",
      quantization: { name: "Q4_K_M", bits_per_weight: 4 },
      params_string: "270M",
      loaded_instances: [
        { id: "demo", config: { context_length: 4096, parallel: 4, flash_attention: true } },
      ],
      capabilities: { trained_for_tool_use: false },
    }),
    name: "lmstudio",
    title: "LM Studio with a GGUF model",
    source: "LM Studio documentation (April 2026) and bug tracker: json_schema enforced, json_object refused",
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      any_object_schema: "enforced",
      json_object: NO_JSON_OBJECT,
      llamacpp_schema_object: NO_JSON_OBJECT,
      fireworks_grammar: NO_JSON_OBJECT,
      unknown_type: NO_JSON_OBJECT,
    },
  }),
  profile({
    ...lmStudio({
      format: "mlx",
      loaded_instances: [{ id: "demo", config: { context_length: 4096 } }],
      capabilities: { reasoning: { default: "on" } },
    }),
    name: "lmstudio-reasoning",
    title: "LM Studio with a reasoning model",
    source:
      "LM Studio bug tracker #1698 (0.4.7), #1971, #1773: the constrained JSON lands in reasoning_content",
    manners: {
      openai_strict: "reasoning",
      openai: "reasoning",
      any_object_schema: "reasoning",
      json_object: NO_JSON_OBJECT,
      llamacpp_schema_object: NO_JSON_OBJECT,
      fireworks_grammar: NO_JSON_OBJECT,
      unknown_type: NO_JSON_OBJECT,
    },
  }),
  profile({
    name: "localai",
    title: "LocalAI 4.9",
    source: "LocalAI 4.9.0 chat.go:282: schema and grammar reach the llama.cpp back end",
    paths: {
      "/v1/models": modelList(["demo"], {}),
      "/.well-known/localai.json": { body: { version: "4.9.0" } },
      "/version": { body: { version: "v4.9.0 (82c191afa)" } },
      "/api/version": { body: { version: "0.7.0" } },
    },
    unknownModel: error(404, 'model "{model}" not found. To see available models, call GET /v1/models', {
      code: 404,
    }),
    auth: error(401, "An authentication key is required", { code: 401 }),
    badSchema: "ignored",
    badGrammar: "ignored",
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      grammar: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
    },
  }),
  profile({
    name: "koboldcpp",
    title: "KoboldCpp",
    source:
      "KoboldCpp gen_params (2026, first version unknown): json_object becomes a grammar whose root is an array",
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "koboldcpp" }),
      "/api/extra/version": { body: { result: "KoboldCpp", version: "1.100" } },
      "/api/extra/true_max_context_length": { body: { value: 4096 } },
      "/api/version": { body: { version: "0.7.0" } },
    },
    headers: { server: "ConcedoLlamaForKoboldServer" },
    badSchema: "ignored",
    badGrammar: "ignored",
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      grammar: "enforced",
      json_object: "json_array",
      any_object_schema: "enforced",
    },
  }),
  profile({
    name: "koboldcpp-1.76",
    title: "KoboldCpp 1.76 (October 2024)",
    source: "KoboldCpp 2da346a5 (v1.76): response_format is not read, grammar is",
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "koboldcpp" }),
      "/api/extra/version": { body: { result: "KoboldCpp", version: "1.76" } },
      "/api/extra/true_max_context_length": { body: { value: 4096 } },
      "/api/version": { body: { version: "0.7.0" } },
    },
    headers: { server: "ConcedoLlamaForKoboldServer" },
    capFields: ["max_tokens"],
    badGrammar: "ignored",
    manners: { grammar: "enforced" },
  }),
  profile({
    name: "tabbyapi",
    title: "TabbyAPI",
    source:
      "TabbyAPI e632af4 router.py:82: json_object is dropped (it wants json), grammar_string and json_schema are taken",
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "tabbyAPI" }),
      "/.well-known/serviceinfo": {
        body: { version: 0.1, software: { name: "TabbyAPI", version: "0.0.1" } },
      },
      "/v1/model": { body: { id: "demo", parameters: { max_seq_len: 4096 } } },
      "/props": { body: { total_slots: 1, default_generation_settings: { n_ctx: 4096 } } },
    },
    notFound: { status: 404, body: { detail: "Not Found" } },
    auth: { status: 401, body: { detail: "Please provide an API key" } },
    badSchema: "ignored",
    badGrammar: "ignored",
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      llamacpp_top_level: "enforced",
      tabby_grammar_string: "enforced",
      any_object_schema: "enforced",
    },
  }),
];

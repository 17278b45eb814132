import type { ConstraintId, Manner, Profile } from "../profile.ts";
import { error, modelList, profile, refused } from "./base.ts";

const BAD_TYPE = 'response_format type must be one of "text" or "json_object", but got: ';
const SAMPLERS = refused(400, "Failed to initialize samplers: std::exception", { code: 400 });

function props(build: string, ftype: string): Profile["paths"] {
  return {
    "/v1/models": modelList(["demo"], {
      owned_by: "llamacpp",
      meta: { n_ctx_train: 32768, n_params: 268_098_176 },
    }),
    "/props": {
      body: {
        default_generation_settings: {
          n_ctx: 4096,
          params: { temperature: 0.8, repeat_penalty: 1, dry_multiplier: 0, stop: [] },
        },
        total_slots: 1,
        model_path: "demo.gguf",
        model_ftype: ftype,
        chat_template: "{{ messages }}",
        build_info: build,
      },
    },
    "/slots": { body: [{ id: 0, n_ctx: 4096, is_processing: false }] },
    "/health": { body: { status: "ok" } },
  };
}

const COMMON = {
  headers: { server: "llama.cpp" },
  notFound: {
    status: 404,
    body: { error: { message: "File Not Found", type: "not_found_error", code: 404 } },
  },
  overflow: error(
    400,
    "request ({tokens} tokens) exceeds the available context size (4096 tokens), try increasing it",
    { type: "exceed_context_size_error", code: 400, n_ctx: 4096 },
  ),
} as const satisfies Partial<Profile>;

const ENFORCES: Partial<Record<ConstraintId, Manner>> = {
  openai_strict: "enforced",
  openai: "enforced",
  llamacpp_schema_object: "enforced",
  llamacpp_top_level: "enforced",
  tgi_value: "json_object",
  response_schema_bare: "json_object",
  grammar: "enforced",
  fireworks_grammar: refused(400, `${BAD_TYPE}grammar`, { code: 400 }),
  unknown_type: refused(400, `${BAD_TYPE}no_such_type`, { code: 400 }),
  json_object: "enforced",
  any_object_schema: "enforced",
};

export const LLAMACPP_PROFILES: readonly Profile[] = [
  profile({
    ...COMMON,
    name: "llamacpp-b11434",
    title: "llama.cpp b11434 with Gemma",
    source: "llama.cpp b11434, measured 2026-12-01",
    paths: props("b11434-00000000", "Q4_K - Medium"),
    systemFingerprint: "b11434-00000000",
    manners: ENFORCES,
  }),
  profile({
    ...COMMON,
    name: "llamacpp-b11434-sentencepiece",
    title: "llama.cpp b11434 with a SentencePiece vocabulary",
    source:
      "llama.cpp b11434 with a random-weight model, measured 2026-12-01: every schema is refused, a grammar is taken",
    paths: props("b11434-00000000", "all F32"),
    systemFingerprint: "b11434-00000000",
    manners: {
      openai_strict: SAMPLERS,
      openai: SAMPLERS,
      llamacpp_schema_object: SAMPLERS,
      llamacpp_top_level: SAMPLERS,
      tgi_value: SAMPLERS,
      response_schema_bare: SAMPLERS,
      json_object: SAMPLERS,
      any_object_schema: SAMPLERS,
      grammar: "enforced",
      fireworks_grammar: refused(400, `${BAD_TYPE}grammar`, { code: 400 }),
      unknown_type: refused(400, `${BAD_TYPE}no_such_type`, { code: 400 }),
    },
  }),
  profile({
    ...COMMON,
    name: "llamacpp-b4748",
    title: "llama.cpp b4748 (February 2025)",
    source:
      "llama.cpp b4748, measured 2026-12-01: OpenAI's form is dropped (shadowed variable, #11988), 500 for a bad type",
    paths: props("b4748-c392e5094", "all F32"),
    systemFingerprint: "b4748-c392e5094",
    capFields: ["max_tokens"],
    overflow: null,
    tools: {
      status: 500,
      body: { error: { code: 500, message: "tools param requires --jinja flag", type: "server_error" } },
    },
    manners: {
      llamacpp_schema_object: "enforced",
      llamacpp_top_level: "enforced",
      grammar: "enforced",
      json_object: "enforced",
      fireworks_grammar: refused(500, `${BAD_TYPE}grammar`, { code: 500, type: "server_error" }),
      unknown_type: refused(500, `${BAD_TYPE}no_such_type`, { code: 500, type: "server_error" }),
    },
  }),
  profile({
    ...COMMON,
    name: "xllamacpp",
    title: "xllamacpp 2026.10 (llama.cpp 11549)",
    source: "xllamacpp 2026.10.11549, measured 2026-12-01",
    paths: props("b0-unknown", "all F32"),
    systemFingerprint: "b0-unknown",
    manners: ENFORCES,
  }),
  profile({
    ...COMMON,
    name: "llamacpp-thinking",
    title: "llama.cpp with a thinking model",
    source: "llama.cpp tools/server (2026): reasoning in reasoning_content, off by chat_template_kwargs",
    paths: props("b11434-00000000", "Q4_K - Medium"),
    systemFingerprint: "b11434-00000000",
    thinking: { field: "reasoning_content", tokens: 400, offBy: ["chat_template_kwargs"] },
    manners: ENFORCES,
  }),
  profile({
    ...COMMON,
    name: "ik-llama",
    title: "ik_llama.cpp (August 2026)",
    source: "ik_llama.cpp 8337e4cd3: json_object makes no grammar, a capped chat answer says stop",
    headers: { server: "ik_llama.cpp" },
    paths: { ...props("4-8337e4cd", "IQ4_KS"), "/version": { body: { version: 4, features: {} } } },
    hidesTruncation: true,
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      llamacpp_schema_object: "enforced",
      llamacpp_top_level: "enforced",
      grammar: "enforced",
    },
  }),
  profile({
    name: "llama-cpp-python",
    title: "llama-cpp-python 0.3.35",
    source:
      "llama-cpp-python 3691546f (August 2026): json_schema fails validation with 500, the schema goes into json_object",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "me" }) },
    headers: { "openai-processing-ms": "12" },
    capFields: ["max_tokens"],
    auth: { status: 401, body: { detail: "Invalid API key" } },
    manners: {
      openai_strict: refused(
        500,
        "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\", 'input': 'json_schema'}]",
        { type: "internal_server_error" },
      ),
      openai: refused(
        500,
        "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\", 'input': 'json_schema'}]",
        { type: "internal_server_error" },
      ),
      any_object_schema: refused(
        500,
        "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\", 'input': 'json_schema'}]",
        { type: "internal_server_error" },
      ),
      llamacpp_schema_object: "enforced",
      json_object: "enforced",
      grammar: "enforced",
    },
  }),
];

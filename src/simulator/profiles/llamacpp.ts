import type { JsonValue } from "../../json-value.ts";
import type { ConstraintId, Manner, Profile, Refusal } from "../profile.ts";
import { error, modelList, profile, refused } from "./base.ts";

const BAD_TYPE = 'response_format type must be one of "text" or "json_object", but got: ';
const SAMPLERS = refused(400, "Failed to initialize samplers: std::exception", { code: 400 });
const NOT_JSON =
  "[json.exception.parse_error.101] parse error at line 1, column 11: syntax error while parsing value - unexpected end of input; expected '[', '{', or a literal";

interface Build {
  readonly build: string;
  readonly ftype: string;
  /** Without `--slots` the path answers 501 (b4748). */
  readonly slots?: boolean;
  /** Builds that bring the web page along answer `/`. */
  readonly page?: boolean;
}

function paths({ build, ftype, slots = true, page = false }: Build): Profile["paths"] {
  const models = modelList(["demo"], {
    owned_by: "llamacpp",
    meta: { n_ctx: 4096, n_ctx_train: 32768, n_params: 268_098_176 },
  });
  return {
    "/v1/models": models,
    "/models": models,
    "/props": { body: props(build, ftype) },
    "/slots": slots
      ? { body: [{ id: 0, n_ctx: 4096, speculative: false, is_processing: false }] }
      : {
          status: 501,
          body: {
            error: {
              message: "This server does not support slots endpoint. Start it with `--slots`",
              type: "not_supported_error",
              code: 501,
            },
          },
        },
    "/health": { body: { status: "ok" } },
    ...(page
      ? { "/": { headers: { "content-type": "text/html" }, body: "<!doctype html><title>llama.cpp</title>" } }
      : {}),
  };
}

function props(build: string, ftype: string): JsonValue {
  return {
    default_generation_settings: {
      n_ctx: 4096,
      params: { temperature: 0.8, repeat_penalty: 1, dry_multiplier: 0, stop: [] },
    },
    total_slots: 1,
    model_path: "demo.gguf",
    model_ftype: ftype,
    chat_template: "{{ messages }}",
    build_info: build,
  };
}

const COMMON = {
  headers: { server: "llama.cpp" },
  chatPaths: ["/v1/chat/completions", "/chat/completions"],
  // tools/server README: these want no key, everything else does.
  openPaths: ["/", "/health", "/v1/health", "/models", "/v1/models"],
  notFound: {
    status: 404,
    body: { error: { message: "File Not Found", type: "not_found_error", code: 404 } },
  },
  auth: error(401, "Invalid API Key", { type: "authentication_error", code: 401 }),
  loading: {
    status: 503,
    body: { error: { message: "Loading model", type: "unavailable_error", code: 503 } },
  },
  notJson: error(400, NOT_JSON, { code: 400 }),
  badSchema: error(
    400,
    "Unable to generate parser for this template. Automatic parser generation failed: JSON schema error at #: unrecognized type {type}",
    { code: 400 },
  ),
  badGrammar: error(400, "Failed to initialize samplers: failed to parse grammar", { code: 400 }),
  overflow: error(
    400,
    "request ({tokens} tokens) exceeds the available context size (4096 tokens), try increasing it",
    { type: "exceed_context_size_error", code: 400, n_prompt_tokens: "{tokens}", n_ctx: 4096 },
  ),
} as const satisfies Partial<Profile>;

function badTypes(status: number, type: string): Partial<Record<ConstraintId, Manner>> {
  return {
    fireworks_grammar: refused(status, `${BAD_TYPE}grammar`, { code: status, type }),
    unknown_type: refused(status, `${BAD_TYPE}no_such_type`, { code: status, type }),
  };
}

const ENFORCES: Partial<Record<ConstraintId, Manner>> = {
  openai_strict: "enforced",
  openai: "enforced",
  llamacpp_schema_object: "enforced",
  llamacpp_top_level: "enforced",
  tgi_value: "json_object",
  response_schema_bare: "json_object",
  grammar: "enforced",
  ...badTypes(400, "invalid_request_error"),
  json_object: "enforced",
  any_object_schema: "enforced",
};

export const LLAMACPP_PROFILES: readonly Profile[] = [
  profile({
    ...COMMON,
    name: "llamacpp-b11434",
    title: "llama.cpp b11434 with Gemma",
    source: "llama.cpp b11434, measured 2026-12-01",
    paths: paths({ build: "b11434-00000000", ftype: "Q4_K - Medium" }),
    systemFingerprint: "b11434-00000000",
    manners: ENFORCES,
  }),
  profile({
    ...COMMON,
    name: "llamacpp-b11434-sentencepiece",
    title: "llama.cpp b11434 with a SentencePiece vocabulary",
    source:
      "llama.cpp b11434 with a random-weight model, measured 2026-12-01: every schema is refused, a grammar is taken",
    paths: paths({ build: "b11434-00000000", ftype: "all F32" }),
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
      ...badTypes(400, "invalid_request_error"),
    },
  }),
  profile({
    ...COMMON,
    name: "llamacpp-b9272",
    title: "llama.cpp b9272 (June 2026)",
    source:
      "llama.cpp common/chat-auto-parser-generator.cpp and #24096: an empty schema makes no grammar, so json_object is free text",
    paths: paths({ build: "b9272-00000000", ftype: "Q4_K - Medium" }),
    systemFingerprint: "b9272-00000000",
    manners: { ...ENFORCES, json_object: "ignored", tgi_value: "ignored", response_schema_bare: "ignored" },
  }),
  profile({
    ...COMMON,
    name: "llamacpp-b4748",
    title: "llama.cpp b4748 (February 2025)",
    source:
      "llama.cpp b4748, measured 2026-12-01: OpenAI's form is dropped (shadowed variable, #11988), 500 for a bad type",
    paths: paths({ build: "b4748-c392e5094", ftype: "all F32", slots: false, page: true }),
    systemFingerprint: "b4748-c392e5094",
    capFields: ["max_tokens"],
    overflow: null,
    badGrammar: "ignored",
    notJson: error(500, NOT_JSON, { type: "server_error", code: 500 }),
    tools: error(500, "tools param requires --jinja flag", { type: "server_error", code: 500 }),
    manners: {
      llamacpp_schema_object: "enforced",
      llamacpp_top_level: "enforced",
      grammar: "enforced",
      json_object: "enforced",
      ...badTypes(500, "server_error"),
    },
  }),
  profile({
    ...COMMON,
    name: "xllamacpp",
    title: "xllamacpp 2026.10 (llama.cpp 11549)",
    source: "xllamacpp 2026.10.11549, measured 2026-12-01",
    paths: paths({ build: "b0-unknown", ftype: "all F32", page: true }),
    systemFingerprint: "b0-unknown",
    manners: ENFORCES,
  }),
  profile({
    ...COMMON,
    name: "llamacpp-thinking",
    title: "llama.cpp with a thinking model",
    source: "llama.cpp tools/server (2026): reasoning in reasoning_content, off by chat_template_kwargs",
    paths: paths({ build: "b11434-00000000", ftype: "Q4_K - Medium" }),
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
    paths: {
      ...paths({ build: "4-8337e4cd", ftype: "IQ4_KS" }),
      "/version": { body: { version: 4, features: {} } },
    },
    hidesTruncation: true,
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      llamacpp_schema_object: "enforced",
      llamacpp_top_level: "enforced",
      grammar: "enforced",
    },
  }),
  llamaCppPython(),
];

function llamaCppPython(): Profile {
  const literal: Manner = refused(
    500,
    "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\", 'input': 'json_schema'}]",
    { type: "internal_server_error" },
  );
  const badGrammar: Refusal = error(500, "failed to parse grammar", { type: "internal_server_error" });
  return profile({
    name: "llama-cpp-python",
    title: "llama-cpp-python 0.3.35",
    source:
      "llama-cpp-python 3691546f (August 2026): json_schema fails validation with 500, the schema goes into json_object",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "me" }) },
    headers: { "openai-processing-ms": "12" },
    notFound: { status: 404, body: { detail: "Not Found" } },
    capFields: ["max_tokens"],
    auth: { status: 401, body: { detail: "Invalid API key" } },
    badGrammar,
    manners: {
      openai_strict: literal,
      openai: literal,
      tgi_value: literal,
      response_schema_bare: literal,
      any_object_schema: literal,
      llamacpp_schema_object: "enforced",
      json_object: "enforced",
      grammar: "enforced",
    },
  });
}

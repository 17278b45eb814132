import type { Profile } from "../profile.ts";
import { error, modelList, profile, refused } from "./base.ts";

const VLLM_ERROR = { type: "BadRequestError", param: "response_format", code: 400 };

const VLLM = {
  headers: { server: "uvicorn" },
  unknownModel: error(404, "The model `{model}` does not exist.", {
    type: "NotFoundError",
    param: "model",
    code: 404,
  }),
  notFound: { status: 404, body: { detail: "Not Found" } },
  tools: error(
    400,
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    { type: "BadRequestError", code: 400 },
  ),
  auth: { status: 401, body: { error: "Unauthorized" } },
  overflow: error(
    400,
    "This model's maximum context length is 4096 tokens. However, your prompt contains {tokens} input tokens.",
    { type: "BadRequestError", code: 400 },
  ),
} as const satisfies Partial<Profile>;

/** Servers other than llama.cpp and Ollama that people run themselves. */
export const ENGINE_PROFILES: readonly Profile[] = [
  profile({
    ...VLLM,
    name: "vllm-0.20",
    title: "vLLM 0.20 (XGrammar)",
    source:
      "vLLM 0.20.0, measured 2026-12-01: guided_* and grammar are dropped in silence; schemas allow any white space",
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "vllm", root: "demo", max_model_len: 4096 }),
      "/version": { body: { version: "0.20.0" } },
    },
    whitespaceRunaway: true,
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      structured_outputs: "enforced",
      structured_outputs_grammar: "enforced",
      llamacpp_schema_object: "json_object",
      json_object: "enforced",
      any_object_schema: "enforced",
      tgi_value: refused(
        400,
        "1 validation error:\n  {'type': 'value_error', 'loc': ('body',), 'msg': \"Value error, When response_format type is 'json_schema', the 'json_schema' field must be provided. (parameter=response_format)\"}",
        VLLM_ERROR,
      ),
      response_schema_bare: refused(
        400,
        "1 validation error:\n  {'type': 'value_error', 'loc': ('body',), 'msg': \"Value error, When response_format type is 'json_schema', the 'json_schema' field must be provided. (parameter=response_format)\"}",
        VLLM_ERROR,
      ),
      fireworks_grammar: refused(
        400,
        "6 validation errors:\n  {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text', 'json_object' or 'json_schema'\", 'input': 'grammar'}",
        VLLM_ERROR,
      ),
      unknown_type: refused(
        400,
        "6 validation errors:\n  {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text', 'json_object' or 'json_schema'\", 'input': 'no_such_type'}",
        VLLM_ERROR,
      ),
    },
  }),
  profile({
    ...VLLM,
    name: "vllm-0.6",
    title: "vLLM 0.6 (guided_json)",
    source:
      "vLLM v0.6.3 to v0.8 documentation and #9456: guided_* enforced, structured_outputs unknown, json_schema not yet",
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "vllm", root: "demo", max_model_len: 4096 }),
      "/version": { body: { version: "0.6.2" } },
    },
    manners: {
      openai_strict: refused(
        400,
        "Only {'type': 'json_object'} or {'type': 'text' } is supported. response_format type json_schema is not supported.",
        VLLM_ERROR,
      ),
      openai: refused(
        400,
        "Only {'type': 'json_object'} or {'type': 'text' } is supported. response_format type json_schema is not supported.",
        VLLM_ERROR,
      ),
      any_object_schema: refused(
        400,
        "Only {'type': 'json_object'} or {'type': 'text' } is supported. response_format type json_schema is not supported.",
        VLLM_ERROR,
      ),
      guided_json: "enforced",
      guided_grammar: "enforced",
      json_object: "enforced",
    },
  }),
  profile({
    name: "sglang",
    title: "SGLang",
    source:
      "SGLang protocol.py 004c82e0: response_format enforced, a top-level schema in it too; the rest is dropped",
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "sglang", max_model_len: 4096 }),
      "/get_model_info": { body: { model_path: "demo" } },
    },
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      llamacpp_schema_object: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
    },
  }),
  profile({
    name: "lmdeploy",
    title: "LMDeploy 0.16 with gpt-oss",
    source: "LMDeploy 0.16.0 _openai_harmony.py (PR #4386): for gpt-oss the schema is moved into the prompt",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "lmdeploy" }) },
    manners: { openai_strict: "pasted", openai: "pasted", json_object: "ignored" },
  }),
  profile({
    name: "tgi-3.3",
    title: "TGI 3.3",
    source: "TGI 3.3.6-dev0 router/src/lib.rs:236: both OpenAI forms lack `value` and cannot be read",
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "demo" }),
      "/info": {
        body: {
          router: "text-generation-router",
          version: "3.3.6-dev0",
          model_id: "demo",
          max_total_tokens: 4096,
        },
      },
    },
    manners: {
      openai_strict: {
        refused: {
          status: 422,
          body: "Failed to deserialize the JSON body into the target type: response_format: missing field `value` at line 1 column 210",
        },
      },
      openai: {
        refused: {
          status: 422,
          body: "Failed to deserialize the JSON body into the target type: response_format: missing field `value` at line 1 column 196",
        },
      },
      json_object: {
        refused: {
          status: 422,
          body: "Failed to deserialize the JSON body into the target type: response_format: missing field `value` at line 1 column 80",
        },
      },
      any_object_schema: {
        refused: {
          status: 422,
          body: "Failed to deserialize the JSON body into the target type: response_format: missing field `value` at line 1 column 120",
        },
      },
      tgi_value: "enforced",
    },
  }),
  profile({
    name: "mlx_lm-0.32",
    title: "mlx_lm.server 0.32",
    source:
      "mlx_lm 0.32.2, measured 2026-12-01: no constraint field is ever read; 404 for an unknown model; keep-alive comments",
    headers: { server: "BaseHTTP/0.6 Python/3.11.7" },
    paths: { "/v1/models": modelList(["demo"], {}), "/health": { body: { status: "ok" } } },
    unknownModel: {
      status: 404,
      body: {
        error:
          "Cannot find an appropriate cached snapshot folder for the specified revision on the local disk",
      },
    },
    notFound: { status: 404, body: "Not Found" },
    keepaliveComments: true,
    manners: {},
  }),
  profile({
    name: "omlx-no-xgrammar",
    title: "oMLX without its grammar library",
    source: "oMLX (PR #1564, May 2026): the schema goes into the prompt, a Warning header says so",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "omlx" }) },
    warning: '199 omlx "response_format strict json_schema not enforced; schema was added to the prompt"',
    manners: {
      openai_strict: "pasted",
      openai: "pasted",
      structured_outputs: refused(400, "structured_outputs requires xgrammar, which is not available"),
    },
  }),
  profile({
    name: "lmstudio",
    title: "LM Studio with a GGUF model",
    source: "LM Studio documentation (April 2026) and bug tracker: json_schema enforced, json_object refused",
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "organization_owner" }),
      "/api/v1/models": {
        body: {
          models: [
            {
              key: "demo",
              format: "gguf",
              quantization: { name: "Q4_K_M", bits_per_weight: 4 },
              max_context_length: 32768,
              params_string: "270M",
              loaded_instances: [
                { id: "demo", config: { context_length: 4096, parallel: 4, flash_attention: true } },
              ],
              capabilities: { trained_for_tool_use: false },
            },
          ],
        },
      },
    },
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      any_object_schema: "enforced",
      json_object: {
        refused: { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } },
      },
    },
  }),
  profile({
    name: "lmstudio-reasoning",
    title: "LM Studio with a reasoning model",
    source:
      "LM Studio bug tracker #1698 (0.4.7), #1971, #1773: the constrained JSON lands in reasoning_content",
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "organization_owner" }),
      "/api/v1/models": {
        body: {
          models: [
            {
              key: "demo",
              format: "mlx",
              max_context_length: 32768,
              loaded_instances: [{ id: "demo", config: { context_length: 4096 } }],
              capabilities: { reasoning: { default: "on" } },
            },
          ],
        },
      },
    },
    manners: {
      openai_strict: "reasoning",
      openai: "reasoning",
      any_object_schema: "reasoning",
      json_object: {
        refused: { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } },
      },
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
    },
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
    source: "KoboldCpp gen_params: json_object becomes a grammar whose root is an array",
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "koboldcpp" }),
      "/api/extra/version": { body: { result: "KoboldCpp", version: "1.100" } },
      "/api/extra/true_max_context_length": { body: { value: 4096 } },
      "/api/version": { body: { version: "0.7.0" } },
    },
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      grammar: "enforced",
      json_object: "json_array",
      any_object_schema: "enforced",
    },
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
    auth: { status: 401, body: { detail: "Please provide an API key" } },
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      llamacpp_top_level: "enforced",
      tabby_grammar_string: "enforced",
      any_object_schema: "enforced",
    },
  }),
];

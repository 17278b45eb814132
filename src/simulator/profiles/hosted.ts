import type { Profile } from "../profile.ts";
import { error, modelList, profile, refused } from "./base.ts";

const LITELLM = {
  headers: { "x-litellm-version": "1.108.7", "x-litellm-model-id": "ac40ba06" },
  paths: {
    "/v1/models": modelList(["demo"], { owned_by: "openai" }),
    "/health/readiness": { body: { status: "healthy", db: "Not connected" } },
    "/health/liveliness": { body: '"I\'m alive!"' },
  },
  unknownModel: error(
    400,
    "/chat/completions: Invalid model name passed in model={model}. Call `/v1/models` to view available models for your key.",
    { param: "None", code: "400" },
  ),
  auth: error(400, "No connected db.", { type: "no_db_connection", code: "400" }),
} as const satisfies Partial<Profile>;

/** Proxies and providers that others run. Nothing is sent to them; these imitate them. */
export const HOSTED_PROFILES: readonly Profile[] = [
  profile({
    ...LITELLM,
    name: "litellm-llamacpp",
    title: "LiteLLM proxy over llama.cpp",
    source: "LiteLLM 1.108.7 over llama.cpp b11434, measured 2026-12-01: unknown fields are passed on",
    systemFingerprint: "b0-unknown",
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      llamacpp_schema_object: "enforced",
      llamacpp_top_level: "enforced",
      tgi_value: "json_object",
      grammar: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
      fireworks_grammar: refused(
        400,
        'litellm.BadRequestError: OpenAIException - response_format type must be one of "text" or "json_object", but got: grammar',
        { param: null, code: "400" },
      ),
    },
  }),
  profile({
    ...LITELLM,
    name: "litellm-drop",
    title: "LiteLLM proxy with drop_params to a provider that is not registered",
    source: "LiteLLM documentation and PR #38269: response_format is dropped in silence",
    manners: {},
  }),
  profile({
    name: "openai",
    title: "OpenAI",
    source: "openai.yaml f85dbe2 and issue reports: strict is enforced, unknown fields refused",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "openai" }) },
    unknownFields: error(400, "Unknown parameter: '{field}'.", {
      param: "{field}",
      code: "unknown_parameter",
    }),
    unknownModel: error(404, "The model `{model}` does not exist or you do not have access to it.", {
      code: "model_not_found",
    }),
    systemFingerprint: "fp_44709d6fcb",
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
      llamacpp_schema_object: refused(400, "Unknown parameter: 'response_format.schema'.", {
        param: "response_format.schema",
        code: "unknown_parameter",
      }),
      tgi_value: refused(400, "Missing required parameter: 'response_format.json_schema'.", {
        param: "response_format.json_schema",
        code: "missing_required_parameter",
      }),
      fireworks_grammar: refused(
        400,
        "Invalid value: 'grammar'. Supported values are: 'json_object', 'json_schema', and 'text'.",
        { param: "response_format.type", code: "invalid_value" },
      ),
    },
  }),
  profile({
    name: "openai-reasoning",
    title: "OpenAI with a reasoning model",
    source: "issue reports: max_tokens and temperature are refused by name",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "openai" }) },
    unknownFields: error(400, "Unknown parameter: '{field}'.", {
      param: "{field}",
      code: "unknown_parameter",
    }),
    refusedFields: {
      max_tokens: error(
        400,
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        { param: "max_tokens", code: "unsupported_parameter" },
      ),
      temperature: error(
        400,
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        { param: "temperature", code: "unsupported_value" },
      ),
    },
    capFields: ["max_completion_tokens"],
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
    },
  }),
  profile({
    name: "groq",
    title: "Groq, a model without strict mode",
    source: "console.groq.com structured outputs: the finished text is checked, 400 json_validate_failed",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "Groq" }) },
    unknownFields: error(400, "property '{field}' is unsupported"),
    manners: {
      openai_strict: refused(
        400,
        "This model does not support response format `json_schema`. See supported models at https://console.groq.com/docs/structured-outputs#supported-models",
      ),
      openai: "post_filter_400",
      json_object: "post_filter_400",
    },
  }),
  profile({
    name: "deepseek",
    title: "DeepSeek",
    source:
      "api-docs.deepseek.com and issue reports to July 2026: json_schema refused, json_object answers blanks",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "deepseek" }) },
    manners: {
      openai_strict: refused(400, "This response_format type is unavailable now"),
      openai: refused(400, "This response_format type is unavailable now"),
      any_object_schema: refused(400, "This response_format type is unavailable now"),
      json_object: "post_filter_blank",
    },
  }),
  profile({
    name: "mistral",
    title: "Mistral",
    source: "platform-docs-public 222f4ba9: unknown fields get 422",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "mistralai" }) },
    capFields: ["max_tokens"],
    unknownFields: {
      status: 422,
      body: {
        object: "error",
        message: {
          detail: [
            { type: "extra_forbidden", loc: ["body", "{field}"], msg: "Extra inputs are not permitted" },
          ],
        },
        type: "invalid_request_error",
      },
    },
    refusedFields: {
      max_completion_tokens: {
        status: 422,
        body: {
          object: "error",
          message: {
            detail: [
              {
                type: "extra_forbidden",
                loc: ["body", "max_completion_tokens"],
                msg: "Extra inputs are not permitted",
              },
            ],
          },
        },
      },
    },
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
    },
  }),
];

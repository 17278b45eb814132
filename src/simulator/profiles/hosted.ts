import type { Profile, Refusal } from "../profile.ts";
import { error, flatError, modelList, profile, refused } from "./base.ts";

/** Providers that others run. Nothing is sent to them; these imitate them. */
const UNKNOWN_PARAMETER = error(400, "Unknown parameter: '{field}'.", {
  param: "{field}",
  code: "unknown_parameter",
});
const UNKNOWN_MODEL = error(404, "The model `{model}` does not exist or you do not have access to it.", {
  code: "model_not_found",
});

/** What OpenAI says of a `response_format` that is not its own. */
const OPENAI_FORMATS: Profile["manners"] = {
  llamacpp_schema_object: refused(400, "Unknown parameter: 'response_format.schema'.", {
    param: "response_format.schema",
    code: "unknown_parameter",
  }),
  tgi_value: refused(400, "Missing required parameter: 'response_format.json_schema'.", {
    param: "response_format.json_schema",
    code: "missing_required_parameter",
  }),
  response_schema_bare: refused(400, "Missing required parameter: 'response_format.json_schema'.", {
    param: "response_format.json_schema",
    code: "missing_required_parameter",
  }),
  fireworks_grammar: refused(
    400,
    "Invalid value: 'grammar'. Supported values are: 'json_object', 'json_schema', and 'text'.",
    { param: "response_format.type", code: "invalid_value" },
  ),
  unknown_type: refused(
    400,
    "Invalid value: 'no_such_type'. Supported values are: 'json_object', 'json_schema', and 'text'.",
    { param: "response_format.type", code: "invalid_value" },
  ),
};

const OPENAI_ENFORCES: Profile["manners"] = {
  openai_strict: "enforced",
  openai: "enforced",
  json_object: "enforced",
  any_object_schema: "enforced",
  ...OPENAI_FORMATS,
};

const EXTRA_FORBIDDEN: Refusal = flatError(
  422,
  {
    detail: [{ type: "extra_forbidden", loc: ["body", "{field}"], msg: "Extra inputs are not permitted" }],
  },
  { type: "invalid_request_error" },
);

export const HOSTED_PROFILES: readonly Profile[] = [
  profile({
    name: "openai",
    title: "OpenAI",
    source: "openai.yaml f85dbe2 and issue reports: strict is enforced, unknown fields refused",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "openai" }) },
    unknownFields: UNKNOWN_PARAMETER,
    unknownModel: UNKNOWN_MODEL,
    tools: "called",
    systemFingerprint: "fp_44709d6fcb",
    manners: OPENAI_ENFORCES,
  }),
  profile({
    name: "openai-reasoning",
    title: "OpenAI with a reasoning model",
    source: "openai.yaml f85dbe2 and issue reports (2026): max_tokens and temperature are refused by name",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "openai" }) },
    unknownFields: UNKNOWN_PARAMETER,
    unknownModel: UNKNOWN_MODEL,
    tools: "called",
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
    manners: OPENAI_ENFORCES,
  }),
  profile({
    name: "groq",
    title: "Groq, a model without strict mode",
    source:
      "console.groq.com/docs/structured-outputs (2026), beeai #1215: the finished text is checked, 400 json_validate_failed",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "Groq" }) },
    unknownFields: error(400, "property '{field}' is unsupported"),
    manners: {
      openai_strict: refused(
        400,
        "This model does not support response format `json_schema`. See supported models at https://console.groq.com/docs/structured-outputs#supported-models",
      ),
      openai: "post_filter_400",
      json_object: "post_filter_400",
      any_object_schema: "post_filter_400",
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
    unknownFields: EXTRA_FORBIDDEN,
    refusedFields: { max_completion_tokens: EXTRA_FORBIDDEN },
    tools: "called",
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
    },
  }),
  profile({
    name: "fireworks",
    title: "Fireworks",
    source:
      "Fireworks documentation and issue reports (2026): grammar as a response_format, unknown fields refused",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "fireworks" }) },
    unknownFields: error(400, "Extra inputs are not permitted, field: '{field}'"),
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      llamacpp_schema_object: "enforced",
      fireworks_grammar: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
    },
  }),
  profile({
    name: "gemini",
    title: "Gemini's OpenAI route",
    source: "issue reports (2026): errors come as an array, unknown fields are refused",
    paths: { "/v1/models": modelList(["models/demo"], { owned_by: "google" }) },
    auth: googleError(400, "API key not valid. Please pass a valid API key."),
    unknownFields: googleError(
      400,
      'Invalid JSON payload received. Unknown name "{field}": Cannot find field.',
    ),
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
      llamacpp_schema_object: { refused: googleError(400, "Request contains an invalid argument.") },
      tgi_value: { refused: googleError(400, "Request contains an invalid argument.") },
      fireworks_grammar: { refused: googleError(400, "Request contains an invalid argument.") },
    },
  }),
  profile({
    name: "cerebras",
    title: "Cerebras",
    source: "issue reports (2026) and the SDK bebb8d1: errors without a wrapper, unknown fields refused",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "Cerebras" }) },
    auth: {
      status: 401,
      body: { message: "Wrong API Key", type: "invalid_request_error", code: "wrong_api_key" },
    },
    unknownFields: wrongFormat("property 'body.{field}' is unsupported"),
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      json_object: "enforced",
      llamacpp_schema_object: { refused: wrongFormat("property 'response_format.schema' is unsupported") },
      tgi_value: { refused: wrongFormat("property 'response_format.value' is unsupported") },
      fireworks_grammar: { refused: wrongFormat("response_format.type 'grammar' is unsupported") },
      any_object_schema: { refused: wrongFormat("Unsupported JSON schema fields: {'type'}") },
    },
  }),
  profile({
    name: "openrouter-free",
    title: "OpenRouter, a free endpoint without schemas",
    source:
      "OpenRouter documentation c26125a: parameters that an endpoint does not know are dropped, keep-alive comments",
    paths: { "/v1/models": modelList(["demo"], {}) },
    keepaliveComments: true,
    manners: {},
  }),
];

function googleError(status: number, message: string): Refusal {
  return { status, body: [{ error: { code: status, message, status: "INVALID_ARGUMENT" } }] };
}

function wrongFormat(message: string): Refusal {
  return {
    status: 400,
    body: { message, type: "invalid_request_error", param: "response_format", code: "wrong_api_format" },
  };
}

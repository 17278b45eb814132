import type { WireFormId } from "../wire/wire-forms.ts";
import type { Preset } from "./preset.ts";

const SCHEMA_AND_OBJECT: readonly WireFormId[] = ["openai_strict", "openai", "json_object"];

function hosted(row: Omit<Preset, "local" | "hosts" | "capField" | "quirks"> & Partial<Preset>): Preset {
  return { local: false, hosts: [], capField: "max_tokens", quirks: [], ...row };
}

/** Providers that others run, told by the host's name. No GETs are sent to them but the model list. */
export const HOSTED_PRESETS: readonly Preset[] = [
  hosted({
    id: "openai",
    title: "OpenAI",
    defaultBaseUrl: "https://api.openai.com/v1",
    apiKeyEnv: "OPENAI_API_KEY",
    wireForms: SCHEMA_AND_OBJECT,
    quirks: ["refuses_unknown_fields", "temperature_may_be_refused"],
    source:
      "openai.yaml f85dbe2 (August 2026): strict defaults to false; max_tokens refused by o* and gpt-5*",
  }),
  hosted({
    id: "azure",
    title: "Azure OpenAI",
    defaultBaseUrl: null,
    hosts: ["openai.azure.com", "cognitiveservices.azure.com", "services.ai.azure.com"],
    apiKeyEnv: "AZURE_OPENAI_API_KEY",
    wireForms: SCHEMA_AND_OBJECT,
    quirks: ["refuses_unknown_fields", "temperature_may_be_refused"],
    source: "issue reports: json_schema from api-version 2024-08-01-preview on",
  }),
  hosted({
    id: "openrouter",
    title: "OpenRouter",
    defaultBaseUrl: "https://openrouter.ai/api/v1",
    apiKeyEnv: "OPENROUTER_API_KEY",
    wireForms: SCHEMA_AND_OBJECT,
    quirks: ["drops_unknown_fields"],
    source: "OpenRouter documentation c26125a (August 2026): dropped unless provider.require_parameters",
  }),
  hosted({
    id: "groq",
    title: "Groq",
    defaultBaseUrl: "https://api.groq.com/openai/v1",
    apiKeyEnv: "GROQ_API_KEY",
    wireForms: SCHEMA_AND_OBJECT,
    quirks: ["refuses_unknown_fields"],
    source:
      "console.groq.com structured outputs (August 2026): strict on listed models only; json_validate_failed otherwise",
  }),
  hosted({
    id: "deepseek",
    title: "DeepSeek",
    defaultBaseUrl: "https://api.deepseek.com",
    apiKeyEnv: "DEEPSEEK_API_KEY",
    wireForms: ["openai_strict", "json_object"],
    source:
      "api-docs.deepseek.com and issue reports to July 2026: json_schema refused; json_object answers blanks",
  }),
  hosted({
    id: "mistral",
    title: "Mistral",
    defaultBaseUrl: "https://api.mistral.ai/v1",
    apiKeyEnv: "MISTRAL_API_KEY",
    wireForms: SCHEMA_AND_OBJECT,
    quirks: ["refuses_unknown_fields"],
    source: "platform-docs-public 222f4ba9 (August 2026): unknown fields and max_completion_tokens get 422",
  }),
  hosted({
    id: "together",
    title: "Together",
    defaultBaseUrl: "https://api.together.xyz/v1",
    hosts: ["together.ai"],
    apiKeyEnv: "TOGETHER_API_KEY",
    // Its older documentation puts the schema into json_object.
    wireForms: ["openai_strict", "openai", "llamacpp_schema_object", "json_object"],
    source: "together-python eba5e5f (August 2026): support depends on the model",
  }),
  hosted({
    id: "fireworks",
    title: "Fireworks",
    defaultBaseUrl: "https://api.fireworks.ai/inference/v1",
    apiKeyEnv: "FIREWORKS_API_KEY",
    wireForms: ["openai_strict", "openai", "llamacpp_schema_object", "fireworks_grammar", "json_object"],
    quirks: ["refuses_unknown_fields"],
    source: "Fireworks documentation (2026): response_format type grammar; unknown fields get 400",
  }),
  hosted({
    id: "gemini",
    title: "Gemini (OpenAI route)",
    defaultBaseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    apiKeyEnv: "GEMINI_API_KEY",
    wireForms: SCHEMA_AND_OBJECT,
    quirks: ["refuses_unknown_fields"],
    source: "issue reports to August 2026: a subset of schemas; the error body is an array",
  }),
  hosted({
    id: "anthropic",
    title: "Anthropic (OpenAI route)",
    defaultBaseUrl: "https://api.anthropic.com/v1",
    apiKeyEnv: "ANTHROPIC_API_KEY",
    wireForms: ["openai_strict", "openai", "json_object"],
    quirks: ["drops_unknown_fields", "temperature_may_be_refused"],
    source: "live reports of 2026: strict true is taken, without it 400; documentation says ignored",
  }),
  hosted({
    id: "cerebras",
    title: "Cerebras",
    defaultBaseUrl: "https://api.cerebras.ai/v1",
    apiKeyEnv: "CEREBRAS_API_KEY",
    wireForms: SCHEMA_AND_OBJECT,
    quirks: ["refuses_unknown_fields"],
    source: "cerebras SDK bebb8d1 and issue reports (August 2026): strict takes a subset of keywords",
  }),
  {
    id: "generic",
    title: "an unknown server",
    defaultBaseUrl: null,
    local: false,
    hosts: [],
    apiKeyEnv: null,
    capField: "max_tokens",
    // All that can do no harm. A raw grammar is sent only when the model does not think (see planForms).
    wireForms: [
      "openai_strict",
      "openai",
      "llamacpp_schema_object",
      "llamacpp_top_level",
      "tgi_value",
      "guided_json",
      "structured_outputs",
      "grammar",
      "structured_outputs_grammar",
      // text-generation-webui knows this one alone.
      "tabby_grammar_string",
      "json_object",
      "any_object_schema",
    ],
    quirks: ["grammar_may_crash_when_thinking"],
    source: "the forms of all others, without those that only one hosted provider takes",
  },
];

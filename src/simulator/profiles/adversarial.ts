import type { Profile } from "../profile.ts";
import { error, profile, refused } from "./base.ts";

const MADE = "made for this project: what a probe that believes too easily would take for enforcement";

/** Servers that look as if they enforced. No probe may ever say that they do. */
export const ADVERSARIAL_PROFILES: readonly Profile[] = [
  profile({
    name: "schema_in_prompt",
    title: "pastes the schema into the prompt",
    source: MADE,
    adversarial: true,
    manners: {
      openai_strict: "pasted",
      openai: "pasted",
      llamacpp_schema_object: "pasted",
      llamacpp_top_level: "pasted",
      guided_json: "pasted",
      structured_outputs: "pasted",
    },
  }),
  profile({
    name: "json_mode_plus_prompt",
    title: "any object by mask, the schema by prompt",
    source: MADE,
    adversarial: true,
    manners: {
      openai_strict: "pasted_json_mode",
      openai: "pasted_json_mode",
      llamacpp_schema_object: "pasted_json_mode",
      llamacpp_top_level: "pasted_json_mode",
      guided_json: "pasted_json_mode",
      structured_outputs: "pasted_json_mode",
    },
  }),
  profile({
    name: "post_filter_blank",
    title: "checks the finished text, and blanks it",
    source: `${MADE}; as DeepSeek does`,
    adversarial: true,
    manners: {
      openai_strict: "post_filter_blank",
      openai: "post_filter_blank",
      json_object: "post_filter_blank",
    },
  }),
  profile({
    name: "post_filter_400",
    title: "checks the finished text, and refuses it",
    source: `${MADE}; as Groq does`,
    adversarial: true,
    manners: { openai_strict: "post_filter_400", openai: "post_filter_400", json_object: "post_filter_400" },
  }),
  profile({
    name: "tool_call_conversion",
    title: "turns the schema into a tool",
    source: `${MADE}; as LiteLLM does for models without schemas`,
    adversarial: true,
    manners: { openai_strict: "tool_call", openai: "tool_call" },
  }),
  profile({
    name: "cache_ignores_extra",
    title: "a cache that does not look at extra fields",
    source: `${MADE}; as a semantic cache in front of a server does`,
    adversarial: true,
    cachesPrompts: true,
    manners: { openai_strict: "enforced", openai: "enforced" },
  }),
  profile({
    name: "mixed_replicas",
    title: "two back ends, one enforces",
    source: MADE,
    adversarial: true,
    replicas: [
      { fingerprint: "replica-a" },
      {
        fingerprint: "replica-b",
        manners: { openai_strict: "enforced", openai: "enforced", grammar: "enforced" },
      },
    ],
    manners: {},
  }),
  profile({
    name: "load_aborts_on_disconnect",
    title: "gives up loading when the client hangs up",
    source: `${MADE}; as Ollama does`,
    adversarial: true,
    loadMs: 1500,
    loadAbortsOnDisconnect: true,
    manners: {},
  }),
  profile({
    name: "stream_only",
    title: "streams only, and enforces nothing",
    source: `${MADE}; as DashScope's stream-only models`,
    adversarial: true,
    streamOnly: error(
      400,
      "This model only support stream mode, please enable the stream parameter to access the model.",
    ),
    manners: {},
  }),
  profile({
    name: "thinking_gates_format",
    title: "masks only what follows thinking",
    source: `${MADE}; as Ollama routes.go fb3076099 does with a model that skips thinking`,
    adversarial: true,
    thinking: {
      field: "reasoning_content",
      tokens: 12,
      offBy: ["chat_template_kwargs", "reasoning_effort"],
      gatesFormat: true,
    },
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      grammar: "enforced",
      structured_outputs: "enforced",
    },
  }),
  profile({
    name: "dies_of_a_field",
    title: "goes away when it is sent a schema",
    source: `${MADE}; llama.cpp #22537 dies of a grammar while thinking`,
    adversarial: true,
    manners: { openai_strict: "dies", openai: "dies", unknown_type: refused(400, "no such type") },
  }),
];

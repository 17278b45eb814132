import type { WireFormId } from "../wire/wire-forms.ts";
import type { Preset } from "./preset.ts";

const OPENAI_SCHEMA: readonly WireFormId[] = ["openai_strict", "openai"];
const OBJECTS: readonly WireFormId[] = ["json_object", "any_object_schema"];

const LLAMACPP_FORMS: readonly WireFormId[] = [
  ...OPENAI_SCHEMA,
  // b4748: the OpenAI form is dropped (shadowed variable, #11988), these two hold.
  "llamacpp_schema_object",
  "llamacpp_top_level",
  // A SentencePiece vocabulary refuses every schema on b11434 and still takes a grammar.
  "grammar",
  ...OBJECTS,
];

const VLLM_FORMS: readonly WireFormId[] = [
  ...OPENAI_SCHEMA,
  // guided_* until 0.11, structured_outputs since.
  "guided_json",
  "structured_outputs",
  "structured_outputs_grammar",
  "guided_grammar",
  ...OBJECTS,
];

function local(
  row: Omit<Preset, "local" | "hosts" | "apiKeyEnv" | "capField" | "quirks"> & Partial<Preset>,
): Preset {
  return { local: true, hosts: [], apiKeyEnv: null, capField: "max_tokens", quirks: [], ...row };
}

/** Servers that people run themselves. Where a row is about a version, the source says which. */
export const LOCAL_PRESETS: readonly Preset[] = [
  local({
    id: "vllm",
    title: "vLLM",
    defaultBaseUrl: "http://127.0.0.1:8000/v1",
    wireForms: VLLM_FORMS,
    quirks: ["drops_unknown_fields"],
    source:
      "vLLM 0.20.0 measured; guided_* removed in 0.12.0 (PR #29326), structured_outputs since 0.11 (PR #22772)",
  }),
  local({
    id: "aphrodite",
    title: "Aphrodite",
    defaultBaseUrl: "http://127.0.0.1:2242/v1",
    wireForms: VLLM_FORMS,
    quirks: ["drops_unknown_fields"],
    source: "Aphrodite 0.20.0 (April 2026): a fork of vLLM with its behaviour",
  }),
  local({
    id: "sglang",
    title: "SGLang",
    defaultBaseUrl: "http://127.0.0.1:30000/v1",
    wireForms: [...OPENAI_SCHEMA, "llamacpp_schema_object", ...OBJECTS],
    quirks: ["drops_unknown_fields"],
    source: "SGLang protocol.py (2026): response_format enforced, guided_json and grammar dropped",
  }),
  local({
    id: "tgi",
    title: "TGI",
    defaultBaseUrl: "http://127.0.0.1:3000/v1",
    // Both OpenAI forms lack `value` and fail to be read (422).
    wireForms: ["openai_strict", "tgi_value", ...OBJECTS],
    quirks: ["drops_unknown_fields"],
    source: "TGI 3.3.6-dev0, router/src/lib.rs:236",
  }),
  local({
    id: "llamacpp",
    title: "llama.cpp",
    defaultBaseUrl: "http://127.0.0.1:8080/v1",
    wireForms: LLAMACPP_FORMS,
    quirks: ["drops_unknown_fields", "cap_field_unknown_means_no_cap", "grammar_may_crash_when_thinking"],
    source: "llama.cpp b4748, b11434 and 11549 measured; max_completion_tokens since PR #19831; crash #22537",
  }),
  local({
    id: "ik_llama",
    title: "ik_llama.cpp",
    defaultBaseUrl: "http://127.0.0.1:8080/v1",
    wireForms: LLAMACPP_FORMS,
    quirks: [
      "drops_unknown_fields",
      "cap_field_unknown_means_no_cap",
      "grammar_may_crash_when_thinking",
      "finish_reason_hides_truncation",
    ],
    source: "ik_llama.cpp 8337e4cd3 (August 2026): a capped chat answer says stop",
  }),
  local({
    id: "llama_cpp_python",
    title: "llama-cpp-python",
    defaultBaseUrl: "http://127.0.0.1:8000/v1",
    // json_schema fails its validation with a 500; the schema goes into json_object.
    wireForms: ["openai_strict", "llamacpp_schema_object", "grammar", "json_object"],
    quirks: ["drops_unknown_fields", "cap_field_unknown_means_no_cap"],
    source: "llama-cpp-python 0.3.35, llama_types.py:177; max_completion_tokens ignored (#1907)",
  }),
  local({
    id: "ollama",
    title: "Ollama",
    defaultBaseUrl: "http://127.0.0.1:11434/v1",
    wireForms: [...OPENAI_SCHEMA, ...OBJECTS],
    quirks: ["drops_unknown_fields", "cap_field_unknown_means_no_cap", "load_aborts_on_disconnect"],
    source: "Ollama, August 2026 measured: /v1 reads response_format alone; MLX models drop it (#16563)",
  }),
  local({
    id: "lmstudio",
    title: "LM Studio",
    defaultBaseUrl: "http://127.0.0.1:1234/v1",
    // json_object is refused with 400; a json_schema of any object does the same.
    wireForms: [...OPENAI_SCHEMA, "any_object_schema"],
    quirks: ["drops_unknown_fields", "load_aborts_on_disconnect"],
    source: "LM Studio documentation, April 2026; misrouted for reasoning models (bug tracker #1698, #1773)",
  }),
  local({
    id: "localai",
    title: "LocalAI",
    defaultBaseUrl: "http://127.0.0.1:8080/v1",
    wireForms: [...OPENAI_SCHEMA, "grammar", ...OBJECTS],
    quirks: ["drops_unknown_fields"],
    source: "LocalAI 4.9.0, chat.go:282: schema decoded in part, a failed conversion goes on unconstrained",
  }),
  local({
    id: "koboldcpp",
    title: "KoboldCpp",
    defaultBaseUrl: "http://127.0.0.1:5001/v1",
    wireForms: [...OPENAI_SCHEMA, "grammar", "json_object"],
    quirks: ["drops_unknown_fields"],
    source: "KoboldCpp 1.76 (grammar only) and later (json_object becomes an array)",
  }),
  local({
    id: "mlx_lm",
    title: "mlx_lm.server",
    defaultBaseUrl: "http://127.0.0.1:8080/v1",
    wireForms: ["openai_strict", "json_object"],
    quirks: ["drops_unknown_fields"],
    source: "mlx_lm 0.31.3 source and 0.32.2 measured: no constraint field is ever read",
  }),
  local({
    id: "omlx",
    title: "oMLX",
    defaultBaseUrl: "http://127.0.0.1:8000/v1",
    wireForms: [...OPENAI_SCHEMA, "structured_outputs", ...OBJECTS],
    quirks: ["drops_unknown_fields"],
    source:
      "oMLX (May 2026, PR #1564): without xgrammar the schema goes into the prompt, with a Warning header",
  }),
  local({
    id: "jan",
    title: "Jan",
    defaultBaseUrl: "http://127.0.0.1:1337/v1",
    wireForms: LLAMACPP_FORMS,
    quirks: ["drops_unknown_fields", "grammar_may_crash_when_thinking"],
    source: "Jan, July 2025 and proxy.rs of 2026: a proxy in front of llama-server, MLX and hosted providers",
  }),
  local({
    id: "tabbyapi",
    title: "TabbyAPI",
    defaultBaseUrl: "http://127.0.0.1:5000/v1",
    // Wants type "json", so json_object is dropped.
    wireForms: [...OPENAI_SCHEMA, "llamacpp_top_level", "tabby_grammar_string", ...OBJECTS],
    quirks: ["drops_unknown_fields"],
    source: "TabbyAPI e632af4 (August 2026), endpoints/OAI/router.py:82",
  }),
  local({
    id: "lmdeploy",
    title: "LMDeploy",
    defaultBaseUrl: "http://127.0.0.1:23333/v1",
    wireForms: [...OPENAI_SCHEMA, ...OBJECTS],
    quirks: ["drops_unknown_fields"],
    source: "LMDeploy 0.16.0: xgrammar; gpt-oss gets the schema in its prompt (PR #4386)",
  }),
  local({
    id: "litellm",
    title: "LiteLLM proxy",
    defaultBaseUrl: "http://127.0.0.1:4000/v1",
    // What is behind it decides; it passes unknown fields on.
    wireForms: [
      ...OPENAI_SCHEMA,
      "llamacpp_schema_object",
      "guided_json",
      "structured_outputs",
      "grammar",
      "structured_outputs_grammar",
      ...OBJECTS,
    ],
    quirks: ["health_generates"],
    source: "LiteLLM 1.108.7 measured, drop_params true and false; /health sends completions",
  }),
];

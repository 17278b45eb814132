type Texts<Argument> = Readonly<Record<string, (argument: Argument) => string>>;

/** Where each kind of server is told how many tokens of context a request has. */
const CONTEXT: Texts<number> = {
  ollama: (tokens) => `Start it with OLLAMA_CONTEXT_LENGTH=${tokens} ollama serve.`,
  llamacpp: (tokens) =>
    `Start llama-server with -c ${tokens} -np 1; slots share it, so with more of them -c is ${tokens} times -np.`,
  ik_llama: (tokens) => `Start llama-server with -c ${tokens} (times -np where there are more slots).`,
  llama_cpp_python: (tokens) => `Start it with --n_ctx ${tokens}.`,
  lmstudio: (tokens) =>
    `Load the model again: lms unload MODEL, then lms load MODEL --context-length ${tokens}.`,
  vllm: (tokens) => `Start it with --max-model-len ${tokens}.`,
  aphrodite: (tokens) => `Start it with --max-model-len ${tokens}.`,
  sglang: (tokens) => `Start it with --context-length ${tokens}.`,
  koboldcpp: (tokens) => `Start it with --contextsize ${tokens}.`,
  tabbyapi: (tokens) => `Set max_seq_len: ${tokens} in its config.yml.`,
  tgi: (tokens) => `Start it with --max-total-tokens ${tokens}.`,
  lmdeploy: (tokens) => `Start it with --session-len ${tokens}.`,
  localai: (tokens) => `Set context_size: ${tokens} in the model's YAML file.`,
  litellm: (tokens) =>
    `Give the server behind the proxy ${tokens} tokens, and say so as max_input_tokens under the model's model_info.`,
};

/** The sentence with the setting for that server; `null` where it has none that is known. */
export function contextSetting(kind: string, tokens: number): string | null {
  return CONTEXT[kind]?.(tokens) ?? null;
}

const DECODING: Readonly<Record<string, string>> = {
  ollama:
    "Pull a GGUF tag of the model (ollama pull MODEL:TAG; MLX and cloud models drop the schema), and turn thinking off for structured calls.",
  mlx_lm: "mlx_lm.server enforces nothing: serve the model by llama.cpp, LM Studio, vLLM or oMLX instead.",
  litellm:
    'Set drop_params: false under litellm_settings, and allowed_openai_params: ["response_format"] under the model\'s litellm_params.',
  // 0.7's V1 engine enforced nothing (#12692); with a parser the mask waits for the end of the thoughts.
  vllm: "Update vLLM to 0.12 or later; start it with --structured-outputs-config.backend xgrammar, and a thinking model with --reasoning-parser.",
  llamacpp:
    "Use a build from 2026 with --jinja and without --skip-chat-parsing; where every schema is refused, the grammar rung still works.",
  ik_llama: "Start llama-server with --jinja and without --skip-chat-parsing.",
  omlx: "Install oMLX with xgrammar: pip install 'omlx[grammar]', or brew reinstall omlx --with-grammar. Without it schemas only go into the prompt.",
  lmstudio: "Load the GGUF version (lms get MODEL --gguf), and turn reasoning off for the model.",
  sglang: "Start it with --grammar-backend xgrammar, and a thinking model with --reasoning-parser.",
  tgi: "Start it without --disable-grammar-support.",
  localai: "Set backend: llama-cpp in the model's YAML file; many other back ends pass a grammar over.",
  openrouter:
    "Pin a provider that enforces schemas, in the account's routing settings: the others drop the field.",
};

/** What to do on that server so that a schema is enforced. */
export function decodingSetting(kind: string): string {
  return (
    DECODING[kind] ??
    "Use a server or engine that enforces a schema or a grammar: slmcode doctor --all shows what this one takes."
  );
}

const BOUNDED_BY_GRAMMAR =
  "Send a grammar in place of the schema: white space is bounded in the one that slmcode derives (slmcode ask --rung gbnf_grammar).";

const WHITESPACE: Readonly<Record<string, string>> = {
  vllm: `Start it with --structured-outputs-config '{"backend": "xgrammar", "disable_any_whitespace": true}'.`,
  llamacpp: BOUNDED_BY_GRAMMAR,
  ik_llama: BOUNDED_BY_GRAMMAR,
  llama_cpp_python: BOUNDED_BY_GRAMMAR,
};

/** What to do on that server against white space without end. */
export function whitespaceSetting(kind: string): string {
  return (
    WHITESPACE[kind] ??
    "Set a temperature of 0.2 or more and a smaller cap; calls stop such an answer while it streams and step down."
  );
}

interface CacheSetting {
  readonly name: string;
  readonly advice: string;
}

const LLAMA_SERVER_CACHE: CacheSetting = {
  name: "--cache-type-k and --cache-type-v",
  advice: "Start llama-server with --cache-type-k q8_0 --cache-type-v q8_0.",
};

const VLLM_CACHE: CacheSetting = {
  name: "--kv-cache-dtype",
  advice: "Start it with --kv-cache-dtype auto.",
};

/** What sets the type of the KV cache, and its value with at least eight bits. */
const CACHE: Readonly<Record<string, CacheSetting>> = {
  ollama: {
    name: "OLLAMA_KV_CACHE_TYPE",
    advice: "Start it with OLLAMA_KV_CACHE_TYPE=q8_0 ollama serve.",
  },
  llamacpp: LLAMA_SERVER_CACHE,
  ik_llama: LLAMA_SERVER_CACHE,
  vllm: VLLM_CACHE,
  aphrodite: VLLM_CACHE,
  sglang: VLLM_CACHE,
  tabbyapi: { name: "cache_mode", advice: 'Set cache_mode: "8,8" in its config.yml (Q8 with ExLlamaV2).' },
  koboldcpp: { name: "--quantkv", advice: "Start it with --quantkv 1 (eight bits), or without --quantkv." },
  lmstudio: {
    name: "K Cache and V Cache Quantization Type",
    advice: "Load the model with K Cache and V Cache Quantization Type at Q8_0 or F16.",
  },
};

/** The name of the setting; `null` where none is known. */
export function kvCacheSettingName(kind: string): string | null {
  return CACHE[kind]?.name ?? null;
}

export function kvCacheSetting(kind: string): string {
  return CACHE[kind]?.advice ?? "Give the KV cache at least eight bits.";
}

/** How weights of a finer quantisation, `Q8_0` for instance, are loaded. */
const QUANTIZATION: Texts<string> = {
  ollama: (name) =>
    `Pull a finer tag of the same model: ollama pull MODEL:TAG, with a TAG that ends in -${name.toLowerCase().replace("k_m", "K_M")}.`,
  lmstudio: (name) => `Download the same model in a finer quantisation: lms get MODEL@${name.toLowerCase()}.`,
  llamacpp: (name) => `Load the same model in a finer quantisation: llama-server -hf REPOSITORY:${name}.`,
};

export function quantizationSetting(kind: string, name: string): string {
  return QUANTIZATION[kind]?.(name) ?? `Load the same model in a finer quantisation (${name} or finer).`;
}

/** Where a model is given its chat template. */
export function templateSetting(kind: string): string {
  return kind === "tabbyapi"
    ? "Set prompt_template under model in its config.yml."
    : "Start llama-server with --jinja and, where the file has none, --chat-template-file FILE.";
}

/** Where each kind of server is told how many tokens of context a request has. */
const CONTEXT: Readonly<Record<string, (tokens: number) => string>> = {
  ollama: (tokens) => `Start it with OLLAMA_CONTEXT_LENGTH=${tokens} ollama serve.`,
  llamacpp: (tokens) => `Start llama-server with -c ${tokens} (times the number of slots, -np).`,
  ik_llama: (tokens) => `Start llama-server with -c ${tokens}.`,
  llama_cpp_python: (tokens) => `Start it with --n_ctx ${tokens}.`,
  lmstudio: (tokens) => `Load the model again: lms load --context-length ${tokens}.`,
  vllm: (tokens) => `Start it with --max-model-len ${tokens}.`,
  aphrodite: (tokens) => `Start it with --max-model-len ${tokens}.`,
  sglang: (tokens) => `Start it with --context-length ${tokens}.`,
  koboldcpp: (tokens) => `Start it with --contextsize ${tokens}.`,
  tabbyapi: (tokens) => `Set max_seq_len: ${tokens} in its config.yml.`,
  tgi: (tokens) => `Start it with --max-total-tokens ${tokens}.`,
  lmdeploy: (tokens) => `Start it with --session-len ${tokens}.`,
  localai: (tokens) => `Set context_size: ${tokens} in the model's YAML file.`,
};

/** The sentence with the setting for that server; `null` where it has none that is known. */
export function contextSetting(kind: string, tokens: number): string | null {
  return CONTEXT[kind]?.(tokens) ?? null;
}

const DECODING: Readonly<Record<string, string>> = {
  ollama: "Use the GGUF tag of the model (MLX drops the schema), and turn thinking off for structured calls.",
  mlx_lm: "mlx_lm.server enforces nothing: serve the model by llama.cpp, LM Studio, vLLM or oMLX instead.",
  litellm: "Set drop_params: false, and register the model so that response_format is passed on.",
  vllm: "Use response_format or structured_outputs (guided_* is gone since 0.12), and check --structured-outputs-config.",
  llamacpp:
    "Use a build from 2026 with --jinja; where every schema is refused, the grammar rung still works.",
  omlx: "Install oMLX with xgrammar; without it schemas only go into the prompt.",
  lmstudio: "Load the GGUF version, and turn reasoning off for the model.",
  openrouter: "Ask for provider.require_parameters: true, or pin a provider that enforces schemas.",
};

/** What to do on that server so that a schema is enforced. */
export function decodingSetting(kind: string): string {
  return (
    DECODING[kind] ??
    "Use a server or engine that enforces a schema or a grammar: slmcode doctor --all shows what this one takes."
  );
}

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

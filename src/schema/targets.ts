/**
 * Who may have to read a schema. A server stands for the engine that it uses for the schema. Of a `surveyed` one it is known what it does
 * with every keyword of the subset; of the others only what they have been seen to refuse.
 */
export const TARGETS = [
  { id: "slmcode_grammar", title: "slmcode's own grammar", surveyed: true },
  { id: "llamacpp", title: "llama.cpp", surveyed: true },
  { id: "ollama", title: "Ollama (GGUF)", surveyed: true },
  { id: "lmstudio", title: "LM Studio (GGUF)", surveyed: true },
  { id: "outlines", title: "Outlines (LM Studio MLX)", surveyed: true },
  { id: "xgrammar", title: "XGrammar (vLLM)", surveyed: true },
  { id: "llguidance", title: "llguidance (vLLM)", surveyed: true },
  { id: "localai", title: "LocalAI", surveyed: true },
  { id: "openai_strict", title: "OpenAI strict mode", surveyed: true },
  { id: "groq", title: "Groq", surveyed: false },
  { id: "cerebras", title: "Cerebras", surveyed: false },
  { id: "gemini", title: "Gemini (OpenAI form)", surveyed: false },
] as const;

export type TargetId = (typeof TARGETS)[number]["id"];

/**
 * What a target does with a keyword or a shape that it does not fully enforce:
 * `refused` the request or the schema, `ignored` it without a word, `partial` enforced in some cases only.
 */
export type TargetEffect = "refused" | "ignored" | "partial";

/** The targets that fall short, each with how. A target that is not named enforces it, or nobody knows. */
export type TargetEffects = { readonly [Target in TargetId]?: TargetEffect };

export function targetsOf(effects: TargetEffects): readonly TargetId[] {
  return TARGETS.map((target) => target.id).filter((id) => effects[id] !== undefined);
}

/** Who may have to read a schema. A server stands for the engine that it uses for the schema. */
export const TARGETS = [
  { id: "slmcode_grammar", title: "slmcode's own grammar" },
  { id: "llamacpp", title: "llama.cpp" },
  { id: "ollama", title: "Ollama (GGUF)" },
  { id: "lmstudio", title: "LM Studio (GGUF)" },
  { id: "outlines", title: "Outlines (LM Studio MLX)" },
  { id: "xgrammar", title: "vLLM, SGLang (XGrammar)" },
  { id: "llguidance", title: "vLLM (guidance)" },
  { id: "localai", title: "LocalAI" },
  { id: "openai_strict", title: "OpenAI, strict mode" },
  { id: "groq", title: "Groq" },
  { id: "cerebras", title: "Cerebras" },
  { id: "gemini", title: "Gemini (OpenAI form)" },
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

import type { ThinkingMode } from "../capabilities.ts";

const BY_PROVIDER: Readonly<Record<string, readonly ThinkingMode[]>> = {
  // Ollama maps reasoning_effort "none" to think=false (openai/openai.go, August 2026).
  ollama: ["reasoning_effort_none", "think_false"],
  llamacpp: ["chat_template_off"],
  ik_llama: ["chat_template_off"],
  vllm: ["chat_template_off"],
  sglang: ["chat_template_off"],
  mlx_lm: ["chat_template_off"],
  lmstudio: ["reasoning_effort_none"],
  openai: ["reasoning_effort_none"],
  openrouter: ["reasoning_effort_none"],
};

/** The spellings worth a request to turn thinking off, the likeliest first. */
export function thinkingOffModes(provider: string): readonly ThinkingMode[] {
  return BY_PROVIDER[provider] ?? ["chat_template_off", "reasoning_effort_none"];
}

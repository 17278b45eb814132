import type { Pattern } from "./pattern.ts";

/** The prompt, or prompt and cap together, do not fit the context. */
export const OVERFLOW: readonly Pattern[] = [
  {
    pattern: /context_length_exceeded|exceed_context_size_error|model_max_prompt_tokens_exceeded/i,
    seen: "OpenAI, llama.cpp, Copilot: codes",
  },
  { pattern: /ContextWindowExceeded/i, seen: "LiteLLM" },
  { pattern: /request_too_large|tokens_limit_reached/i, seen: "Anthropic, GitHub Models" },
  { pattern: /maximum (?:context|prompt) length/i, seen: "OpenAI, vLLM, xAI, OpenRouter, llama-cpp-python" },
  {
    pattern: /exceed(?:s|ed)?\b.{0,30}\bcontext (?:size|length|window|limit)/i,
    seen: "llama.cpp, TabbyAPI, OpenAI responses, Anthropic, Cloudflare",
  },
  { pattern: /context (?:window|length|limit|size) (?:is |was )?exceed(?:s|ed)/i, seen: "MiniMax" },
  { pattern: /context (?:length|size|window) of (?:only )?\d+/i, seen: "LM Studio" },
  {
    pattern:
      /(?:longer|greater|larger) than (?:the )?(?:model'?s? )?(?:maximum )?(?:context|model length|max_seq_len|max_model_len)/i,
    seen: "Ollama, LM Studio, KoboldCpp, vLLM, SGLang, TabbyAPI",
  },
  { pattern: /smaller than the model'?s? context length/i, seen: "LMDeploy" },
  { pattern: /\bthe overflows\b|context (?:length )?overflow(?:ed|s)?\b/i, seen: "LM Studio" },
  {
    pattern:
      /exceeds? the maximum (?:number of tokens allowed|(?:allowed )?(?:input )?(?:length|tokens?)\b)/i,
    seen: "Gemini, SGLang, Poolside",
  },
  { pattern: /maximum allowed (?:input )?length/i, seen: "SGLang" },
  { pattern: /`?inputs`? tokens \+ `?max_new_tokens`? must be|`?inputs`? must have less than/i, seen: "TGI" },
  {
    pattern:
      /(?:prompt|input|request|request body|message)s? (?:is|are|was|were|too) (?:too )?(?:long|large)\b/i,
    seen: "Anthropic, Bedrock, GitHub Models, Groq (above a minute's tokens at once)",
  },
  { pattern: /prompt exceeds max(?:imum)? length/i, seen: "Z.ai" },
  { pattern: /range of input length should be/i, seen: "DashScope" },
  { pattern: /tokens? in the prompt cannot exceed/i, seen: "Cohere" },
  {
    pattern: /token count (?:is|of) \d+.{0,40}(?:only supports|exceeds)/i,
    seen: "Vertex, Copilot",
  },
  { pattern: /too large for model with/i, seen: "Mistral" },
  { pattern: /exceeded model token limit/i, seen: "Kimi" },
  { pattern: /exceeds the limit of \d+/i, seen: "Copilot" },
  {
    pattern: /max_tokens must be at least 1, got -\d+/i,
    seen: "vLLM: what is left for the answer is negative",
  },
  { pattern: /input length.{0,40}exceeds/i, seen: "SGLang, TEI" },
  {
    pattern:
      /(?:too many|number of) (?:input )?tokens.{0,60}(?:exceeds?|greater|larger).{0,40}(?:context|model|maximum)/i,
    seen: "Bedrock, several",
  },
];

/** The cap alone is more than the model allows; that says nothing about the prompt, or about the name of the field. */
export const CAP_ABOVE_LIMIT: readonly Pattern[] = [
  { pattern: /at most \d+ completion tokens/i, seen: "OpenAI" },
  { pattern: /max_tokens: \d+ > \d+/i, seen: "Anthropic" },
  { pattern: /cannot be greater than max_model_len/i, seen: "vLLM" },
];

/** Looks like an overflow and is none. */
export const NOT_OVERFLOW: readonly Pattern[] = [
  { pattern: /Too many tokens, please wait|ThrottlingException/i, seen: "Bedrock: a rate limit" },
  { pattern: /string_above_max_length/i, seen: "OpenAI: the field `user`" },
  ...CAP_ABOVE_LIMIT,
  { pattern: /nesting depth|levels of nesting/i, seen: "Gemini, OpenAI: a schema" },
  {
    pattern: /(?:file|image|attachment|header|uri|url)s? (?:is|are|too) (?:too )?(?:long|large)/i,
    seen: "gateways",
  },
  {
    pattern: /Used \d+[\s\S]{0,300}try again/i,
    seen: "OpenAI, Groq: a minute's tokens; above the limit itself it never fits, above the rest it will",
  },
];

/** The prompt fits; prompt and cap together do not. */
export const CAP_TOO_LARGE: readonly Pattern[] = [
  { pattern: /job allocation requires/i, seen: "TabbyAPI: the cap is reserved in advance" },
  {
    pattern: /max_tokens|max_completion_tokens|max_new_tokens/,
    seen: "vLLM, TGI, Anthropic: the cap is named",
  },
];

/** The numbers of prompt and context, where a sentence has both. */
export const PROMPT_AND_CONTEXT: readonly RegExp[] = [
  /maximum context length (?:is|of) (?<context>\d+)[\s\S]{0,200}?\(?(?<prompt>\d+) (?:tokens )?(?:in|of|from) (?:the |your )?(?:messages|prompt|text input|input)/i,
  /available context size of (?<context>\d+)/i,
];

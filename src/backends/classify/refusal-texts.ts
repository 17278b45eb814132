import type { Pattern } from "./pattern.ts";

/** The server takes the field, but not this schema, this grammar, or this shape of it. */
export const SCHEMA: readonly Pattern[] = [
  {
    pattern:
      /'?additionalProperties'? (?:is required|must be)|`additionalProperties:false`|'required' is required to be supplied/i,
    seen: "OpenAI, Azure, Groq",
    action: "strictify_or_drop_strict",
  },
  {
    pattern: /schema must be a JSON Schema of 'type: \\?"object\\?"'|root (?:schema )?must be/i,
    seen: "OpenAI",
    action: "wrap_root",
  },
  {
    pattern: /unknown (?:parameter|name|field).{0,6}['"`]?response_format\.(?:schema|name|strict)\b/i,
    seen: "OpenAI: the wrong shape was sent",
    action: "fix_shape",
  },
  {
    pattern:
      /'json_schema' field must be provided|json_schema.{0,20}\bname\b.{0,20}(?:required|missing)|missing required parameter.{0,10}response_format/i,
    seen: "vLLM, Cerebras, OpenAI: the wrong shape",
    action: "fix_shape",
  },
  {
    pattern: /json_schema\.strict: Input should be True/i,
    seen: "Anthropic: `strict` is wanted",
    action: "fix_shape",
  },
  {
    pattern: /response_format: (?:invalid type: |missing field )|expected internally tagged/i,
    seen: "DeepSeek, TGI (serde)",
    action: "fix_shape",
  },
  {
    pattern: /\bschema error\b|\bgrammar error\b|input should be a valid (?:dictionary|object)/i,
    seen: "llama.cpp, vLLM",
    action: "simplify_schema",
  },
  {
    pattern:
      /invalid (?:json )?schema for (?:response_format|response format)|invalid_json_schema|invalid json[_ ]?schema/i,
    seen: "OpenAI, Groq, Azure, Ollama, LMDeploy",
    action: "simplify_schema",
  },
  {
    pattern:
      /(?:contains )?features not supported by xgrammar|grammar[- ]backend.{0,40}(?:does not support|unsupported)/i,
    seen: "vLLM",
    action: "simplify_schema",
  },
  {
    pattern: /schema conversion failed|failed to (?:convert|transform|compile).{0,30}(?:schema|grammar)/i,
    seen: "llama.cpp, LM Studio, vLLM, Fireworks",
    action: "simplify_schema",
  },
  {
    pattern:
      /failed to parse (?:the )?(?:grammar|gbnf|json schema)|(?:invalid|bad|error parsing) grammar|grammar (?:parse|parsing) error/i,
    seen: "llama.cpp, llama-cpp-python",
    action: "simplify_schema",
  },
  {
    pattern: /grammar is not valid|cannot compile (?:regex|grammar)|Grammar must have a 'properties' field/i,
    seen: "TGI",
    action: "simplify_schema",
  },
  {
    pattern:
      /unsupported json schema fields?|json schema.{0,60}(?:not|un)supported|unsupported (?:json )?schema/i,
    seen: "Cerebras",
    action: "simplify_schema",
  },
  {
    pattern:
      /grammar is too large|too many states|schema is too (?:large|complex|deep)|schema.{0,30}exceeds|nesting depth|levels of nesting/i,
    seen: "Anthropic, Gemini, OpenAI",
    action: "simplify_schema",
  },
  {
    pattern: /unrecognized schema|unsupported ref|invalid format: |expected "json" or a valid JSON Schema/i,
    seen: "llama.cpp, Ollama",
    action: "simplify_schema",
  },
  {
    pattern:
      /\b(?:minItems|maxItems|minLength|maxLength|pattern|oneOf|anyOf|allOf|minimum|maximum|\$ref|\$defs)\b.{0,20} is not (?:supported|permitted)/i,
    seen: "OpenAI, Groq, Cerebras",
    action: "simplify_schema",
  },
  {
    pattern: /schema must be a JSON Schema|schema must have/i,
    seen: "Anthropic, OpenAI",
    action: "simplify_schema",
  },
];

/** Two things that do not go together; neither says anything about one of them alone. */
export const COMBINATION: readonly Pattern[] = [
  {
    pattern:
      /(?:json mode|json_object|response[_ ]format|response mime type|grammar|constraints?).{0,80}\b(?:tools?|function calling|tool calling)\b/i,
    seen: "Groq, llama.cpp, TGI",
  },
  {
    pattern:
      /\b(?:tools?|function calling|tool calling)\b.{0,80}(?:json mode|response[_ ]format|response mime type|grammar|mutually exclusive)/i,
    seen: "Gemini, TGI",
  },
  {
    pattern: /only use one kind of|must use one kind of/i,
    seen: "vLLM",
    action: "send_one_constraint",
  },
  {
    pattern: /cannot use both|cannot be (?:combined|used together)|mutually exclusive/i,
    seen: "llama.cpp",
    action: "send_one_constraint",
  },
  {
    pattern: /response[_ ]format.{0,60}\bstream|stream(?:ing)?.{0,60}response[_ ]format/i,
    seen: "Groq",
    action: "no_stream",
  },
  {
    pattern: /must contain the word ['"]?json|['"]?json['"]? (?:must|should) (?:appear|be) in/i,
    seen: "OpenAI, Groq, DeepSeek: json_object without the word",
  },
];

/** The model wrote something that a check on the finished text refused. */
export const SAMPLING: readonly Pattern[] = [
  {
    pattern: /max completion tokens reached before generating a valid document/i,
    seen: "Groq",
    action: "raise_max_tokens",
  },
  {
    pattern: /json_validate_failed|failed to (?:generate|validate) JSON/i,
    seen: "Groq",
    action: "repair_failed_generation",
  },
  {
    pattern:
      /(?:output|response|generation) (?:is|was) not valid JSON|did not (?:produce|return) valid JSON/i,
    seen: "gateways",
  },
];

/** About tools, and never about a constraint. */
export const TOOLS: readonly Pattern[] = [
  { pattern: /(?:use|with) tools with stream/i, seen: "llama.cpp before mid-2025", action: "no_stream" },
  {
    pattern:
      /does not support tools|support tool use|tool[_ ]choice\b.{0,30}requires|requires --jinja|param: tools/i,
    seen: "Ollama, OpenRouter, vLLM, llama.cpp",
  },
];

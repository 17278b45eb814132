import type { Remedy } from "./classify.ts";

/** Our constraint fields as servers name them, and how we name them. The more exact first. */
export const CONSTRAINT_FIELDS: readonly { readonly pattern: RegExp; readonly field: string }[] = [
  { pattern: /\bstructured_outputs\b/i, field: "structured_outputs" },
  { pattern: /\bguided_json\b/i, field: "guided_json" },
  { pattern: /\bguided_grammar\b/i, field: "guided_grammar" },
  { pattern: /\bguided_(?:decoding|regex|choice)\w*/i, field: "guided_json" },
  { pattern: /\bgrammar_string\b/i, field: "grammar_string" },
  {
    pattern: /\bresponse[_ ]format\b|\bresponseFormat\b|\btext\.format\b|\bresponse mime type\b/i,
    field: "response_format",
  },
  {
    pattern:
      /(?:supplied|parameters?|arguments?|fields?|name|property|in object):? ['"`]?json_schema\b|^json_schema$|^json_schema:/im,
    field: "json_schema",
  },
  {
    pattern: /\bjson_schema\b|\bjson_object\b|\bjson mode\b|\bstructured outputs?\b/i,
    field: "response_format",
  },
  { pattern: /\bgrammar\b(?!-| (?:backend|mode))/i, field: "grammar" },
  { pattern: /['"`]format['"`]|\bformat:|^format$/im, field: "format" },
];

/** Further fields of a request that servers refuse by name. */
export const OTHER_FIELDS: readonly string[] = [
  "max_completion_tokens",
  "max_tokens",
  "temperature",
  "stream_options",
  "stream",
  "tool_choice",
  "tools",
  "stop",
  "reasoning_effort",
  "chat_template_kwargs",
  "enable_thinking",
  "think",
  "top_p",
  "top_k",
  "seed",
  "keep_alive",
];

/** Words by which a named field is refused. */
export const REFUSING: RegExp =
  /not (?:yet |currently )?(?:supported|available)|n't support|not support|unsupported|unavailable now|unknown (?:name|parameter|field|argument|variant)|unrecognized|unrecognised|not recognized|extra inputs are not permitted|extra fields? not permitted|extra_forbidden|extra_parameters|\bmust be\b|literal_error|input should be|enabled only for|not implemented|not permitted|not allowed|is disabled|is deprecated|unexpected keyword|cannot find field|invalid parameter|invalid value|does not accept|but got: |only supports? /i;

/** What we put into the field was not understood; that says nothing about the capability. */
export const WRONG_SHAPE: RegExp =
  /invalid type: |expected internally tagged|Invalid value: '(?!json_schema|json_object)[^']*'|\bmust be (?:a|an) (?:string|object|dict|dictionary|map|boolean|list|array)\b|valid (?:string|dictionary|object|boolean)\b|but got: (?!json_schema|json_object|grammar\b)\w+/i;

interface FieldSentence {
  readonly pattern: RegExp;
  readonly seen: string;
  readonly field: string;
  /** False for a sentence that says nothing about the capability. */
  readonly demotes: boolean;
  readonly action?: Remedy;
}

/** Sentences that refuse a field of ours and do not name it, or name it in passing. */
export const FIELD_SENTENCES: readonly FieldSentence[] = [
  {
    pattern: /failed to initialize samplers: std::exception/i,
    seen: "llama.cpp b11434 with a SentencePiece vocabulary: every schema",
    field: "response_format",
    demotes: true,
  },
  {
    pattern: /Only \{'type': 'json_object'\} or \{'type': 'text' ?\} is supported/i,
    seen: "vLLM 0.6.1",
    field: "response_format",
    demotes: true,
  },
  {
    pattern: /failed to load model vocabulary required for format/i,
    seen: "Ollama: models without a vocabulary that it can read",
    field: "response_format",
    demotes: true,
  },
  {
    pattern: /no endpoints found that can handle the requested parameters/i,
    seen: "OpenRouter with require_parameters",
    field: "response_format",
    demotes: true,
  },
  {
    pattern: /Currently only support JSON and EBNF grammar mode/i,
    seen: "Aphrodite: one of the back ends",
    field: "grammar",
    demotes: false,
  },
];

/** The same for fields that constrain nothing. */
export const OTHER_FIELD_SENTENCES: readonly Omit<FieldSentence, "demotes">[] = [
  {
    pattern: /only supports? stream(?:ing)?(?: mode)?\b|enable the stream parameter/i,
    seen: "DashScope",
    field: "stream",
    action: "stream",
  },
  { pattern: /does(?: not|n't) support thinking/i, seen: "Ollama", field: "think", action: "drop_think" },
];

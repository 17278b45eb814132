/** A pattern with the servers that it was seen on. */
export interface Pattern {
  readonly pattern: RegExp;
  readonly seen: string;
}

/** The prompt, or prompt and cap together, do not fit the context. */
export const OVERFLOW: readonly Pattern[] = [
  {
    pattern: /context_length_exceeded|exceed_context_size_error|model_max_prompt_tokens_exceeded/i,
    seen: "OpenAI, llama.cpp, Copilot: codes",
  },
  { pattern: /maximum (?:context|prompt) length/i, seen: "OpenAI, vLLM, xAI, OpenRouter, llama-cpp-python" },
  {
    pattern: /exceeds? the (?:available |model'?s? )?context (?:size|length|window)/i,
    seen: "llama.cpp, TabbyAPI, OpenAI responses",
  },
  { pattern: /context (?:length|size|window) of (?:only )?\d+/i, seen: "LM Studio" },
  {
    pattern: /(?:longer|greater|larger) than the (?:model'?s? )?(?:context|maximum context)/i,
    seen: "Ollama, LM Studio, KoboldCpp",
  },
  { pattern: /\bthe overflows\b|context (?:length )?overflow(?:ed|s)?\b/i, seen: "LM Studio" },
  { pattern: /smaller than the model'?s? context length/i, seen: "LMDeploy" },
  {
    pattern: /exceeds? the maximum (?:number of tokens allowed|(?:allowed )?(?:input )?length|allowed)/i,
    seen: "Gemini, SGLang, Poolside",
  },
  { pattern: /maximum allowed (?:input )?length/i, seen: "SGLang" },
  { pattern: /`?inputs`? tokens \+ `?max_new_tokens`? must be|`?inputs`? must have less than/i, seen: "TGI" },
  {
    pattern: /(?:prompt|input|request|message)s? (?:is|are) too (?:long|large)\b/i,
    seen: "Anthropic, Bedrock",
  },
  {
    pattern:
      /exceeds? (?:the )?context (?:limit|window|length)|context (?:window|length|limit) (?:is )?exceed(?:s|ed)/i,
    seen: "Anthropic, MiniMax",
  },
  { pattern: /ContextWindowExceeded/i, seen: "LiteLLM" },
  { pattern: /request_too_large/i, seen: "Anthropic" },
  { pattern: /too large for model with/i, seen: "Mistral" },
  { pattern: /exceeded model token limit/i, seen: "Kimi" },
  { pattern: /exceeds the limit of \d+/i, seen: "Copilot" },
  {
    pattern: /max_tokens must be at least 1, got -\d+/i,
    seen: "vLLM: what is left for the answer is negative",
  },
  { pattern: /Request too large for\b/i, seen: "Groq, OpenAI: more than a minute's tokens at once" },
  { pattern: /input length.{0,40}exceeds/i, seen: "SGLang, TEI" },
  {
    pattern:
      /(?:too many|number of) (?:input )?tokens.{0,60}(?:exceeds?|greater|larger).{0,40}(?:context|model)/i,
    seen: "several",
  },
];

/** Looks like an overflow and is none. */
export const NOT_OVERFLOW: readonly Pattern[] = [
  { pattern: /Too many tokens, please wait|ThrottlingException/i, seen: "Bedrock: a rate limit" },
  { pattern: /string_above_max_length/i, seen: "OpenAI: the field `user`" },
  { pattern: /at most \d+ completion tokens/i, seen: "OpenAI: the cap is above the model's own" },
  { pattern: /max_tokens: \d+ > \d+/i, seen: "Anthropic: the same" },
  { pattern: /cannot be greater than max_model_len/i, seen: "vLLM: the cap alone is above the context" },
  { pattern: /(?:file|image|attachment|header|uri|url)s? (?:is|are) too (?:long|large)/i, seen: "gateways" },
];

/** Waiting does not bring money. */
export const MONEY: readonly Pattern[] = [
  {
    pattern:
      /insufficient_quota|credit_balance_exhausted|(?:project|organization)_spend_limit_exceeded|organization_usage_limit_exceeded/i,
    seen: "OpenAI: codes",
  },
  {
    pattern: /credit balance is too low|reached your specified API usage limits/i,
    seen: "Anthropic, with status 400",
  },
  { pattern: /budget has been exceeded|budget_exceeded|ExceededBudget/i, seen: "LiteLLM" },
  {
    pattern:
      /insufficient (?:credits?|balance|funds)|requires more credits|out of credits|no credits (?:left|remaining)/i,
    seen: "OpenRouter, DeepSeek",
  },
  { pattern: /\blimit: 0\b/i, seen: "Gemini: not in the free tier, with a retry hint that is wrong" },
  {
    pattern:
      /billing (?:hard limit|not active|account)|payment required|account is (?:not active|in arrears|overdue)/i,
    seen: "OpenAI, several",
  },
];

/** The server takes the field, but not this schema or grammar. */
export const SCHEMA: readonly Pattern[] = [
  {
    pattern: /\bschema error\b|\bgrammar error\b|input should be a valid (?:dictionary|object)/i,
    seen: "llama.cpp, vLLM",
  },
  {
    pattern:
      /invalid (?:json )?schema for (?:response_format|response format)|invalid_json_schema|invalid json[_ ]?schema/i,
    seen: "OpenAI, Groq, Azure",
  },
  {
    pattern: /'?additionalProperties'? (?:is required|must be)|`additionalProperties:false`/i,
    seen: "OpenAI, Groq",
  },
  {
    pattern:
      /(?:contains )?features not supported by xgrammar|grammar[- ]backend.{0,40}(?:not support|unsupported)/i,
    seen: "vLLM",
  },
  {
    pattern: /schema conversion failed|failed to (?:convert|transform|compile).{0,30}(?:schema|grammar)/i,
    seen: "llama.cpp, LM Studio, vLLM",
  },
  {
    pattern:
      /failed to parse (?:the )?(?:grammar|gbnf|json schema)|(?:invalid|bad|error parsing) grammar|grammar (?:parse|parsing) error/i,
    seen: "llama.cpp, llama-cpp-python",
  },
  {
    pattern: /grammar is not valid|cannot compile (?:regex|grammar)|Grammar must have a 'properties' field/i,
    seen: "TGI",
  },
  {
    pattern:
      /unsupported json schema fields?|json schema.{0,60}(?:not|un)supported|unsupported (?:json )?schema/i,
    seen: "Cerebras",
  },
  {
    pattern:
      /grammar is too large|too many states|schema is too (?:large|complex|deep)|schema.{0,30}exceeds/i,
    seen: "Anthropic, Gemini",
  },
  {
    pattern: /unrecognized schema|unsupported ref|invalid format: |expected "json" or a valid JSON Schema/i,
    seen: "llama.cpp, Ollama",
  },
  {
    pattern:
      /\b(?:minItems|maxItems|minLength|maxLength|pattern|oneOf|anyOf|allOf|minimum|maximum|\$ref|\$defs)\b.{0,20} is not supported/i,
    seen: "Groq, Cerebras",
  },
  {
    pattern: /unknown (?:parameter|name|field).{0,6}['"`]?response_format\.(?:schema|name|strict)\b/i,
    seen: "OpenAI: the wrong shape was sent",
  },
  {
    pattern:
      /json_schema\.strict: Input should be True|schema must be a JSON Schema|schema must have|root (?:schema )?must be/i,
    seen: "Anthropic, OpenAI",
  },
  {
    pattern:
      /'json_schema' field must be provided|json_schema.{0,20}\bname\b.{0,20}(?:required|missing)|missing required parameter.{0,10}response_format/i,
    seen: "vLLM, Cerebras, OpenAI: the wrong shape",
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
    pattern:
      /only use one kind of|must use one kind of|cannot use both|cannot be (?:combined|used together)|mutually exclusive/i,
    seen: "vLLM, llama.cpp",
  },
  { pattern: /response[_ ]format.{0,60}\bstream|stream(?:ing)?.{0,60}response[_ ]format/i, seen: "Groq" },
  {
    pattern: /must contain the word ['"]?json|['"]?json['"]? (?:must|should) (?:appear|be) in/i,
    seen: "OpenAI, Groq, DeepSeek: json_object without the word",
  },
];

/** The model wrote something that a check on the finished text refused, or the stream alone is served. */
export const SAMPLING: readonly Pattern[] = [
  { pattern: /json_validate_failed|failed to (?:generate|validate) JSON/i, seen: "Groq" },
  {
    pattern:
      /(?:output|response|generation) (?:is|was) not valid JSON|did not (?:produce|return) valid JSON/i,
    seen: "gateways",
  },
];

export const AUTH: readonly Pattern[] = [
  {
    pattern:
      /api[_ ]key (?:not valid|invalid|is invalid|is missing|required)|invalid (?:x-)?api[-_ ]?key|API_KEY_INVALID|incorrect api key/i,
    seen: "Gemini with 400, xAI with 400, llama.cpp",
  },
  { pattern: /no_db_connection|No connected db/i, seen: "LiteLLM without a database: a wrong key, with 400" },
  {
    pattern:
      /authentication[_ ](?:error|fails|key is required)|auth_error|invalid_api_key|\bunauthorized\b|missing authorization|invalid or missing authorization/i,
    seen: "several",
  },
  {
    pattern: /provide an API key|didn't provide an API key|LiteLLM Virtual Key expected/i,
    seen: "OpenAI, TabbyAPI, LiteLLM",
  },
];

export const MODEL: readonly Pattern[] = [
  {
    pattern: /model_not_found|invalid model (?:name|identifier)|not a valid model|Model Not Exist/i,
    seen: "OpenAI, LiteLLM, LM Studio, OpenRouter, DeepSeek",
  },
  {
    pattern:
      /\bmodel\b.{0,120}\b(?:not found|does not exist|doesn't exist|not exist|has been decommissioned|is not available|not loaded)\b/i,
    seen: "vLLM, Ollama, Groq, LMDeploy, LocalAI",
  },
  {
    pattern:
      /not allowed to access model|key_model_access_denied|do(?:es)? not have access to (?:the )?model|tried to access/i,
    seen: "LiteLLM",
  },
  {
    pattern:
      /No models? (?:are |is )?(?:currently )?loaded|cached snapshot folder|no such model|unknown model|Repository Not Found|not a local folder and is not a valid model/i,
    seen: "LM Studio, mlx_lm",
  },
];

/** About tools, or another field of the request, and never about a constraint. */
export const TOOLS: readonly Pattern[] = [
  {
    pattern:
      /does not support tools|support tool use|tool[_ ]choice\b.{0,30}requires|requires --jinja|(?:use|with) tools with stream|param: tools/i,
    seen: "Ollama, OpenRouter, vLLM, llama.cpp",
  },
];

/** Our constraint fields as servers name them, and how we name them. Longest first. */
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
    pattern: /\bjson_schema\b|\bjson_object\b|\bjson mode\b|\bstructured outputs?\b/i,
    field: "response_format",
  },
  { pattern: /\bgrammar\b/i, field: "grammar" },
  { pattern: /['"`]format['"`]|\bformat:/i, field: "format" },
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
  /not supported|n't support|not support|unsupported|unavailable|unknown (?:name|parameter|field|argument|variant)|unrecognized|unrecognised|not recognized|extra inputs are not permitted|extra fields? not permitted|extra_forbidden|extra_parameters|\bmust be\b|literal_error|input should be|enabled only for|not implemented|not permitted|not allowed|is disabled|unexpected keyword|no endpoints found that can handle|cannot find field|invalid parameter|does not accept|but got: /i;

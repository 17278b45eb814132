import type { Pattern } from "./pattern.ts";

/** Waiting does not bring money. */
export const MONEY: readonly Pattern[] = [
  {
    pattern:
      /insufficient_quota|credit_balance_exhausted|(?:project|organization)_spend_limit_exceeded|organization_usage_limit_exceeded|billing_hard_limit_reached|billing_not_active/i,
    seen: "OpenAI: codes",
  },
  {
    pattern: /credit balance is too low|reached your specified API usage limits/i,
    seen: "Anthropic, with status 400",
  },
  { pattern: /budget has been exceeded|budget_exceeded|ExceededBudget/i, seen: "LiteLLM" },
  {
    pattern: /requires more credits, or fewer max_tokens/i,
    seen: "OpenRouter: the cap is reckoned in advance",
    action: "lower_max_tokens",
  },
  {
    pattern:
      /insufficient (?:credits?|balance|funds)|requires more credits|out of credits|run out of credits|no credits (?:left|remaining)|credit limit exceeded|(?:does not|doesn't) have any credits|used all available credits|monthly included credits/i,
    seen: "OpenRouter, DeepSeek, Together, xAI, Hugging Face",
  },
  { pattern: /(?:monthly )?spend(?:ing)? limit/i, seen: "OpenAI, xAI, Fireworks (412)" },
  { pattern: /\blimit: 0\b/i, seen: "Gemini: not in the free tier, with a retry hint that is wrong" },
  {
    pattern:
      /billing (?:hard limit|not active|account)|payment required|account is (?:not active|in arrears|overdue)/i,
    seen: "OpenAI, several",
  },
];

/** Limits in time that come with another status than 429: in a 200, from AWS, from gateways. */
export const RATE_LIMIT: readonly Pattern[] = [
  {
    pattern:
      /rate_limit_(?:error|exceeded)|rateLimitExceeded|RESOURCE_EXHAUSTED|ThrottlingException|TooManyRequests/,
    seen: "Anthropic, Google, AWS: codes",
  },
  {
    pattern: /rate ?limit(?:ed)?\b.{0,40}\b(?:exceeded|reached)|too many requests/i,
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

/** Seen with 400, 403, 404 and 422. */
export const MODEL: readonly Pattern[] = [
  {
    pattern:
      /model_not_found|model_not_available|model_decommissioned|DeploymentNotFound|invalid model\b|not a valid model|Model Not Exist/i,
    seen: "OpenAI, LiteLLM, Together, Azure, Mistral, LM Studio, OpenRouter, DeepSeek",
  },
  {
    pattern:
      /\bmodels?\b.{0,120}\b(?:not found|does not exist|doesn't exist|not exist|has been decommissioned|is not available|not loaded)\b/i,
    seen: "vLLM, Ollama, Groq, LMDeploy, LocalAI, Gemini",
  },
  { pattern: /^model: \S+$/m, seen: "Anthropic: not_found_error with the name alone" },
  { pattern: /No endpoints found for \S+/i, seen: "OpenRouter" },
  {
    pattern:
      /not allowed to access model|key_model_access_denied|do(?:es)? not have access to (?:the )?model|tried to access|unable to access model/i,
    seen: "LiteLLM, Together",
  },
  {
    pattern:
      /No models? (?:are |is )?(?:currently )?loaded|cached snapshot folder|no such model|unknown model|could not find (?:real )?model|Repository Not Found|not a local folder and is not a valid model/i,
    seen: "LM Studio, mlx_lm, llama-swap",
  },
];

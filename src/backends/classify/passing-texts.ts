import type { Pattern } from "./pattern.ts";

/** Not refused but dropped, by nobody's fault: the signal of ours was not aborted. */
export const DROPPED: readonly Pattern[] = [
  { pattern: /request (?:was )?cancell?ed by (?:the )?user/i, seen: "TabbyAPI, with 422" },
  {
    pattern: /request_cancelled|client (?:disconnected|closed (?:the )?(?:request|connection))/i,
    seen: "LMDeploy, nginx",
  },
];

/** The status says that it may pass, and sense says that another try is of no use. */
export const HOPELESS: readonly Pattern[] = [
  { pattern: /No models? (?:are |is )?(?:currently )?loaded/i, seen: "TabbyAPI" },
  {
    pattern:
      /error loading model|(?:could not|couldn't|unable to|failed to) load (?:the )?model|failed loading model|model failed to load|no longer running/i,
    seen: "Ollama, LocalAI (cools down for 10 s to 5 min)",
  },
  { pattern: /requires more system memory/i, seen: "Ollama" },
];

/** Limits that end tomorrow. */
export const DAILY: readonly Pattern[] = [
  {
    pattern: /per[ _-]?day|PerDay|daily (?:limit|quota)|\bRPD\b|\bTPD\b/i,
    seen: "Gemini, OpenRouter, OpenAI, Groq",
  },
];

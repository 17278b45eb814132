import type { Rung } from "./wire/rung.ts";
import type { WireFormId } from "./wire/wire-forms.ts";

/** What a wire form turned out to do. Only `enforced` counts as a constraint; docs/verdicts.md tells each. */
export const VERDICTS = [
  "enforced",
  "misrouted",
  "ignored",
  "rejected",
  "stalled",
  "crashed",
  "inconclusive",
  "skipped",
] as const;

/** One of {@link VERDICTS}. */
export type Verdict = (typeof VERDICTS)[number];

/** What is left of a constraint that was not enforced as sent. */
export type WeakerEffect = "json_object" | "json_array" | "schema_in_prompt" | "post_filter";

/**
 * What a request says about thinking: nothing, or that it is to be off, in one of three spellings:
 * `reasoning_effort: "none"` (Ollama, OpenAI, LM Studio), `chat_template_kwargs: {enable_thinking: false}`
 * (llama.cpp, vLLM, SGLang) or `think: false`.
 */
export type ThinkingMode = "default" | "reasoning_effort_none" | "chat_template_off" | "think_false";

/** What the evidence holds for. A structured call sends the same conditions. */
export interface Conditions {
  readonly thinking: ThinkingMode;
  readonly capField: "max_tokens" | "max_completion_tokens";
  readonly stream: boolean;
  /** False where the server refuses a `temperature`. */
  readonly temperature: boolean;
  /** Tokens that an answer needs here beyond its own length, because the model thinks first; 0 where it does not. */
  readonly thinkingTokens: number;
}

/** What the probe of one wire form showed. */
export interface Evidence {
  readonly rung: Rung;
  readonly wireForm: WireFormId;
  readonly verdict: Verdict;
  readonly weakerEffect: WeakerEffect | null;
  /** One sentence for a person. */
  readonly reason: string;
  /** The server's own words, innermost sentence, redacted. */
  readonly serverMessage: string | null;
  readonly httpStatus: number | null;
  readonly durationMs: number | null;
  /** Where the constrained text landed. */
  readonly channel: "content" | "reasoning" | "tool_call" | null;
  /** True when the answer ran to the cap in white space. */
  readonly whitespaceRunaway: boolean;
  /** Prompt tokens above the baseline's; more than 8 means that the schema went into the prompt. */
  readonly promptTokensOverBaseline: number | null;
  /** True when the verdict may change without anything changing at the server: busy, rate limited, out of time. */
  readonly passing: boolean;
}

/** What evidence belongs to: the same model behind another address, or another model, is measured anew. */
export interface CapabilitiesKey {
  readonly provider: string;
  readonly endpoint: string;
  readonly model: string;
}

export interface ProbeCost {
  /** Generation requests. */
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly durationMs: number;
}

/** How the plain request, the control of everything, came out. */
export type BaselineState =
  | "ok"
  | "loading"
  | "unreachable"
  | "unauthorized"
  | "model_not_found"
  | "failed"
  | "not_run";

/** The evidence for one key and the rung negotiated from it. The zero value is the weakest back end. */
export interface Capabilities {
  readonly key: CapabilitiesKey;
  /** Server kind, version and model digest as far as known; `null` where a server shows none. */
  readonly fingerprint: string | null;
  /** True only when evidence was seen. */
  readonly probed: boolean;
  readonly rung: Rung;
  readonly wireForm: WireFormId;
  /** The verdict of the negotiated form; `skipped` for `none`. */
  readonly verdict: Verdict;
  /** Why this rung, in one sentence, with the server's own words where there are any. */
  readonly reason: string;
  readonly baseline: BaselineState;
  /** The failure of the baseline in the server's words; `null` where it was fine. */
  readonly baselineMessage: string | null;
  readonly conditions: Conditions;
  readonly evidence: readonly Evidence[];
  /** A stronger form is unsettled for a passing reason: used now, not written to disk. */
  readonly provisional: boolean;
  /** What was noticed on the way, by finding code (`whitespace_runaway`, `thinking_spends_cap`, ...). */
  readonly notes: readonly ProbeNote[];
  readonly cost: ProbeCost;
  /** RFC 3339; `null` when nothing was probed. */
  readonly probedAt: string | null;
}

export interface ProbeNote {
  readonly code: string;
  readonly args: Readonly<Record<string, string | number | boolean | null>>;
}

export const DEFAULT_CONDITIONS: Conditions = {
  thinking: "default",
  capField: "max_tokens",
  stream: false,
  temperature: true,
  thinkingTokens: 0,
};

/** The weakest back end: nothing seen, nothing claimed. */
export function zeroCapabilities(key: CapabilitiesKey, reason: string): Capabilities {
  return {
    key,
    fingerprint: null,
    probed: false,
    rung: "prompt_only",
    wireForm: "none",
    verdict: "skipped",
    reason,
    baseline: "not_run",
    baselineMessage: null,
    conditions: DEFAULT_CONDITIONS,
    evidence: [],
    provisional: false,
    notes: [],
    cost: { requests: 0, promptTokens: 0, completionTokens: 0, durationMs: 0 },
    probedAt: null,
  };
}

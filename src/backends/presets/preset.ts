import type { WireFormId } from "../wire/wire-forms.ts";

/** The kinds of servers that something is known of; docs/providers.md has what. */
export const PROVIDERS = [
  "openai",
  "azure",
  "vllm",
  "sglang",
  "tgi",
  "llamacpp",
  "ik_llama",
  "llama_cpp_python",
  "ollama",
  "lmstudio",
  "localai",
  "koboldcpp",
  "mlx_lm",
  "omlx",
  "jan",
  "tabbyapi",
  "lmdeploy",
  "aphrodite",
  "litellm",
  "openrouter",
  "groq",
  "deepseek",
  "mistral",
  "together",
  "fireworks",
  "gemini",
  "anthropic",
  "cerebras",
  "generic",
] as const;

/** One of {@link PROVIDERS}. */
export type ProviderId = (typeof PROVIDERS)[number];

/** What is known about a provider before anything was sent. Priors: they order the probes and decide nothing. */
export interface Preset {
  readonly id: ProviderId;
  readonly title: string;
  /** `null` where there is no usual address. */
  readonly defaultBaseUrl: string | null;
  readonly local: boolean;
  /** Host names that tell a hosted provider, besides that of `defaultBaseUrl`; names below them count as well. */
  readonly hosts: readonly string[];
  /** The environment variable its own clients read. */
  readonly apiKeyEnv: string | null;
  /** Worth a request, in the order of `WIRE_FORMS`, in which they are sent. A form that is absent is skipped (except with `--all`). */
  readonly wireForms: readonly WireFormId[];
  readonly capField: "max_tokens" | "max_completion_tokens";
  readonly quirks: readonly Quirk[];
  /** Which server version or document the row was read from. */
  readonly source: string;
}

export type Quirk =
  | "cap_field_unknown_means_no_cap"
  | "load_aborts_on_disconnect"
  | "grammar_may_crash_when_thinking"
  | "temperature_may_be_refused"
  | "finish_reason_hides_truncation"
  | "health_generates"
  | "refuses_unknown_fields"
  | "drops_unknown_fields";

/** What cheap GETs showed. */
export interface ServerIdentity {
  readonly kind: ProviderId;
  readonly version: string | null;
  /** Changes whenever evidence may have stopped holding: kind, version, model digest as far as shown. */
  readonly fingerprint: string | null;
  /** How it was told: the path and the field. */
  readonly toldBy: string | null;
  readonly models: readonly ListedModel[];
  /** The context of the loaded (or only) model, per request. */
  readonly contextTokens: number | null;
  readonly contextSource: string | null;
  /** What the model list answered. */
  readonly modelsStatus: number | null;
  /** An HTTP answer came, whatever it said. */
  readonly reachable: boolean;
  readonly loading: boolean;
  /** Where the model list answers, when it does not answer at the endpoint: `/v1` was left away, or is one too many. */
  readonly suggestedEndpoint: string | null;
  /** Time of the model list's answer. */
  readonly latencyMs: number | null;
  /** Native settings worth judging, as the server shows them. */
  readonly settings: ServerSettings;
  readonly durationMs: number;
}

export interface ListedModel {
  readonly id: string;
  readonly loaded: boolean | null;
  readonly contextTokens: number | null;
  readonly ownedBy: string | null;
  /** As llama.cpp's router says it (`loaded`, `loading`, `unloaded`, `sleeping`, `downloading`, `failed`); `null` elsewhere. */
  readonly status: string | null;
  /** False for an embedding or reranking model, which answers no chat; `null` where nothing says. */
  readonly generates: boolean | null;
}

export interface ServerSettings {
  readonly parallelSlots: number | null;
  readonly quantization: string | null;
  readonly modelFormat: string | null;
  readonly parameterCount: number | null;
  readonly chatTemplate: string | null;
  readonly thinkingCapable: boolean | null;
  readonly toolsCapable: boolean | null;
  readonly temperature: number | null;
  readonly repeatPenalty: number | null;
  readonly presencePenalty: number | null;
  readonly frequencyPenalty: number | null;
  readonly dryMultiplier: number | null;
  readonly stop: readonly string[] | null;
  readonly flashAttention: boolean | null;
  /** As the server calls it: `f16`, `q8_0`, `Q4`, `fp8_e5m2`, ... */
  readonly kvCacheType: string | null;
  readonly keepAliveUntil: string | null;
  readonly vramShare: number | null;
  readonly trainedContextTokens: number | null;
}

import { zeroCapabilities } from "../backends/capabilities.ts";
import { NO_SETTINGS } from "../backends/identify/read-settings.ts";
import type { ProviderId, ServerSettings } from "../backends/presets/preset.ts";
import { type ConfigValues, KEY_NAMES, KEYS } from "../config/keys.ts";
import type { ReadinessEvidence } from "./readiness-rule.ts";

const ASKED_AT = "2026-01-01T00:00:00Z";

/** Every setting as bad as it can be. */
const BAD_SETTINGS: ServerSettings = {
  ...NO_SETTINGS,
  parallelSlots: 1,
  quantization: "Q2_K",
  parameterCount: 1e9,
  modelFormat: "mlx",
  chatTemplate: "",
  temperature: 1.5,
  repeatPenalty: 1.5,
  dryMultiplier: 1,
  stop: ["}"],
  kvCacheType: "q4_0",
  keepAliveUntil: ASKED_AT,
  vramShare: 0.5,
};

const BAD_VALUES: Partial<ConfigValues> = {
  structured_decoding: "off",
  temperature: 1.5,
  max_tokens: 256,
  max_tokens_field: "max_completion_tokens",
  stop: ["}"],
  first_byte_timeout_ms: 1000,
  timeout_ms: 1000,
  llm_retry_count: 9,
  concurrency: 8,
  prompt_budget: 1_000_000,
};

/**
 * A server of that kind on which every rule of readiness fails, so that each names its remedy.
 * The documentation of servers and its test are made from it.
 */
export function worstEvidence(kind: ProviderId): ReadinessEvidence {
  const key = { endpoint: "http://127.0.0.1:1/v1", provider: kind, model: "MODEL" };
  const capabilities = zeroCapabilities(key, "nothing holds");
  const defaults = Object.fromEntries(KEY_NAMES.map((name) => [name, KEYS[name].default]));
  return {
    values: { ...(defaults as unknown as ConfigValues), ...BAD_VALUES },
    state: "ok",
    endpoint: key.endpoint,
    generatedAt: ASKED_AT,
    identity: {
      kind,
      version: null,
      fingerprint: null,
      toldBy: null,
      models: [],
      contextTokens: 4096,
      contextSource: null,
      modelsStatus: 200,
      reachable: true,
      loading: false,
      suggestedEndpoint: null,
      latencyMs: null,
      durationMs: 0,
      settings: BAD_SETTINGS,
    },
    capabilities: {
      ...capabilities,
      probed: true,
      baseline: "ok",
      notes: [
        { code: "thinking_spends_cap", args: {} },
        { code: "cap_ignored", args: {} },
        { code: "whitespace_runaway", args: {} },
      ],
    },
  };
}

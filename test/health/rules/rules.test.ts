import { describe, expect, test } from "vitest";
import type { Capabilities } from "../../../src/backends/capabilities.ts";
import type { ProviderId, ServerIdentity, ServerSettings } from "../../../src/backends/presets/preset.ts";
import { type ConfigValues, KEY_NAMES, KEYS } from "../../../src/config/keys.ts";
import type { ReadinessEvidence, RuleStatus } from "../../../src/health/readiness-rule.ts";
import { RULES } from "../../../src/health/rules/index.ts";
import { worstEvidence } from "../../../src/health/worst-evidence.ts";

interface Seen {
  readonly kind?: ProviderId;
  readonly values?: Partial<ConfigValues>;
  readonly settings?: Partial<ServerSettings>;
  readonly identity?: Partial<ServerIdentity> | null;
  readonly capabilities?: Partial<Capabilities> | null;
  readonly state?: ReadinessEvidence["state"];
  readonly endpoint?: string;
}

const DEFAULTS = Object.fromEntries(KEY_NAMES.map((name) => [name, KEYS[name].default]));
const note = (code: string): Pick<Capabilities, "notes"> => ({ notes: [{ code, args: {} }] as never });

function judge(id: string, seen: Seen): { readonly status: RuleStatus; readonly remedy: unknown } {
  const worst = worstEvidence(seen.kind ?? "llamacpp");
  const { settings: _, ...identity } = worst.identity!;
  const bare = Object.fromEntries(Object.keys(worst.identity!.settings).map((name) => [name, null]));
  const rule = RULES.find((each) => each.id === id)!;
  return rule.judge({
    ...worst,
    state: seen.state ?? "ok",
    endpoint: seen.endpoint ?? worst.endpoint,
    values: { ...(DEFAULTS as unknown as ConfigValues), ...seen.values },
    identity:
      seen.identity === null
        ? null
        : {
            ...identity,
            ...seen.identity,
            settings: { ...bare, ...seen.settings } as unknown as ServerSettings,
          },
    capabilities:
      seen.capabilities === null ? null : { ...worst.capabilities!, notes: [], ...seen.capabilities },
  });
}

const enforced = (rung: Capabilities["rung"], verdict: Capabilities["verdict"]): Partial<Capabilities> => ({
  rung,
  verdict,
});

const CASES: readonly (readonly [id: string, seen: Seen, status: RuleStatus])[] = [
  ["connection.reachable", {}, "pass"],
  ["connection.reachable", { state: "unauthorized" }, "fail"],
  ["connection.reachable", { identity: null, state: "unreachable" }, "fail"],
  ["decoding.enforced", { capabilities: null }, "unknown"],
  ["decoding.enforced", { capabilities: enforced("json_schema", "enforced") }, "pass"],
  ["decoding.enforced", { capabilities: enforced("gbnf_grammar", "enforced") }, "pass"],
  ["decoding.enforced", { capabilities: enforced("json_object", "enforced") }, "warn"],
  ["decoding.enforced", { capabilities: enforced("json_schema", "misrouted") }, "warn"],
  ["decoding.enforced", { capabilities: enforced("prompt_only", "ignored") }, "fail"],
  ["decoding.whitespace", { capabilities: null }, "unknown"],
  ["decoding.whitespace", { capabilities: enforced("prompt_only", "ignored") }, "unknown"],
  ["decoding.whitespace", { capabilities: enforced("json_schema", "enforced") }, "pass"],
  ["decoding.whitespace", { capabilities: note("whitespace_runaway") }, "warn"],
  ["decoding.mode", {}, "pass"],
  ["decoding.mode", { values: { structured_decoding: "off" } }, "warn"],
  ["context.window", { identity: { contextTokens: null } }, "unknown"],
  ["context.window", { identity: { contextTokens: 16_000 } }, "pass"],
  ["context.window", { identity: { contextTokens: 15_999 } }, "warn"],
  ["context.window", { identity: { contextTokens: 7999 } }, "fail"],
  ["context.prompt_budget", { identity: { contextTokens: null } }, "unknown"],
  ["context.prompt_budget", { identity: { contextTokens: 8192 } }, "pass"],
  ["context.prompt_budget", { identity: { contextTokens: 3000 } }, "warn"],
  ["context.prompt_budget", { identity: { contextTokens: 8192 }, values: { prompt_budget: 5000 } }, "pass"],
  ["context.prompt_budget", { identity: { contextTokens: 8192 }, values: { prompt_budget: 6000 } }, "fail"],
  ["output.cap_field", { capabilities: null }, "unknown"],
  ["output.cap_field", {}, "pass"],
  ["output.cap_field", { values: { max_tokens_field: "max_completion_tokens" } }, "fail"],
  ["output.cap_field", { capabilities: note("cap_ignored") }, "fail"],
  ["output.cap_size", {}, "pass"],
  ["output.cap_size", { values: { max_tokens: 1023 } }, "warn"],
  ["output.cap_size", { capabilities: note("thinking_needs_cap") }, "warn"],
  ["output.cap_size", { capabilities: note("thinking_needs_cap"), values: { max_tokens: 8192 } }, "pass"],
  ["output.cap_size", { settings: { thinkingCapable: true } }, "warn"],
  ["output.cap_size", { settings: { thinkingCapable: true }, values: { thinking: "off" } }, "pass"],
  ["thinking.structured", { capabilities: null }, "unknown"],
  ["thinking.structured", {}, "pass"],
  ["thinking.structured", { capabilities: note("thinking_spends_cap") }, "warn"],
  ["thinking.structured", { capabilities: note("thinking_spends_cap"), values: { thinking: "off" } }, "pass"],
  ["sampling.temperature", { values: { temperature: 0.2 } }, "pass"],
  ["sampling.temperature", { values: { temperature: 0.9 } }, "warn"],
  ["sampling.temperature", { values: { temperature: 1.1 } }, "fail"],
  ["sampling.temperature", {}, "warn"],
  ["sampling.temperature", { settings: { temperature: 0.7 } }, "pass"],
  ["sampling.temperature", { kind: "ollama", settings: { temperature: 0.1 } }, "warn"],
  ["sampling.penalties", {}, "unknown"],
  ["sampling.penalties", { settings: { repeatPenalty: 1.1 } }, "pass"],
  ["sampling.penalties", { settings: { repeatPenalty: 1.2 } }, "warn"],
  ["sampling.penalties", { settings: { repeatPenalty: 1, dryMultiplier: 0.8 } }, "warn"],
  ["sampling.penalties", { settings: { repeatPenalty: 1, presencePenalty: 0.6 } }, "warn"],
  ["sampling.stop", {}, "pass"],
  ["sampling.stop", { values: { stop: ["END"] } }, "pass"],
  ["sampling.stop", { values: { stop: ["END", "\n## "] } }, "fail"],
  ["sampling.stop", { settings: { stop: ["}"] } }, "warn"],
  ["timeouts.first_byte", {}, "pass"],
  ["timeouts.first_byte", { values: { first_byte_timeout_ms: 60_000 } }, "fail"],
  [
    "timeouts.first_byte",
    { values: { first_byte_timeout_ms: 60_000 }, endpoint: "https://models.example/v1" },
    "pass",
  ],
  ["timeouts.total", {}, "pass"],
  ["timeouts.total", { values: { timeout_ms: 299_999 } }, "warn"],
  ["timeouts.total", { values: { max_tokens: 8192 } }, "warn"],
  ["retries.count", { values: { llm_retry_count: 2 } }, "pass"],
  ["retries.count", { values: { llm_retry_count: 3 } }, "warn"],
  ["slots.concurrency", {}, "pass"],
  ["slots.concurrency", { values: { concurrency: 4 } }, "unknown"],
  ["slots.concurrency", { values: { concurrency: 4 }, settings: { parallelSlots: 4 } }, "pass"],
  ["slots.concurrency", { values: { concurrency: 5 }, settings: { parallelSlots: 4 } }, "warn"],
  ["model.quantization", {}, "unknown"],
  ["model.quantization", { settings: { quantization: "Q4_K - Medium", parameterCount: 7e9 } }, "pass"],
  ["model.quantization", { settings: { quantization: "Q4_K - Medium", parameterCount: 2e9 } }, "warn"],
  ["model.quantization", { settings: { quantization: "IQ1_S", parameterCount: 7e9 } }, "fail"],
  ["model.quantization", { settings: { quantization: "BF16", parameterCount: 1e9 } }, "pass"],
  ["model.quantization", { settings: { quantization: "of its own kind" } }, "unknown"],
  ["model.format", {}, "unknown"],
  ["model.format", { kind: "ollama", settings: { modelFormat: "gguf" } }, "pass"],
  ["model.format", { kind: "ollama", settings: { modelFormat: "safetensors" } }, "fail"],
  ["model.format", { kind: "lmstudio", settings: { modelFormat: "mlx" } }, "pass"],
  ["model.template", {}, "unknown"],
  ["model.template", { settings: { chatTemplate: "" } }, "warn"],
  ["model.template", { settings: { chatTemplate: "{% for message in messages %}" } }, "pass"],
  ["server.keep_alive", {}, "unknown"],
  ["server.gpu", {}, "unknown"],
  ["server.gpu", { settings: { vramShare: 1 } }, "pass"],
  ["server.gpu", { settings: { vramShare: 0.6 } }, "warn"],
  ["server.kv_cache", {}, "unknown"],
  ["server.kv_cache", { settings: { kvCacheType: "q8_0" } }, "pass"],
  ["server.kv_cache", { settings: { kvCacheType: "q4_0" } }, "warn"],
  ["server.flash_attention", {}, "unknown"],
  ["server.flash_attention", { settings: { flashAttention: false } }, "pass"],
];

describe("rules of readiness", () => {
  test.each(CASES)("%s with %j gives %s", (id, seen, status) => {
    expect(judge(id, seen).status).toBe(status);
  });

  test("are all in the table", () => {
    expect(new Set(CASES.map(([id]) => id))).toEqual(new Set(RULES.map(({ id }) => id)));
  });

  test("never advise what they would then judge worse, or what the setting does not take", () => {
    for (const [id, seen, status] of CASES) {
      const remedy = judge(id, seen).remedy as { kind: string; key: keyof ConfigValues; to: never } | null;
      if (status === "unknown" || remedy?.kind !== "client") continue;
      expect(KEYS[remedy.key].kind.fromJson(remedy.to), `${id}: ${remedy.key}`).toMatchObject({ ok: true });
      const then = judge(id, { ...seen, values: { ...seen.values, [remedy.key]: remedy.to } });
      expect(then.status === "pass" || then.status === status, `${id} after its remedy`).toBe(true);
    }
  });
});

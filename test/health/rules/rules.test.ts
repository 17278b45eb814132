import { describe, expect, test } from "vitest";
import type { Capabilities } from "../../../src/backends/capabilities.ts";
import type { ProviderId, ServerIdentity, ServerSettings } from "../../../src/backends/presets/preset.ts";
import { type ConfigValues, KEY_NAMES, KEYS } from "../../../src/config/keys.ts";
import type { ReadinessEvidence, RuleResult, RuleStatus } from "../../../src/health/readiness-rule.ts";
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

function judge(id: string, seen: Seen): RuleResult {
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
  ["context.prompt_budget", { identity: { contextTokens: 1024 }, values: { max_tokens: 200 } }, "warn"],
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
  ["sampling.temperature", { values: { temperature: 0 } }, "warn"],
  ["sampling.temperature", { values: { temperature: 0.1 } }, "pass"],
  ["sampling.temperature", { values: { temperature: 0.7 } }, "pass"],
  ["sampling.temperature", { values: { temperature: 0.8 } }, "warn"],
  ["sampling.temperature", { values: { temperature: 1.1 } }, "warn"],
  ["sampling.temperature", { settings: { temperature: 0.8 } }, "warn"],
  ["sampling.temperature", {}, "warn"],
  ["sampling.temperature", { settings: { temperature: 0.7 } }, "pass"],
  ["sampling.temperature", { settings: { temperature: 0.699999988079071 } }, "pass"],
  ["sampling.temperature", { kind: "ollama", settings: { temperature: 0.1 } }, "warn"],
  ["sampling.penalties", {}, "unknown"],
  ["sampling.penalties", { settings: { repeatPenalty: 1.1 } }, "pass"],
  ["sampling.penalties", { settings: { repeatPenalty: 1.10000002384 } }, "pass"],
  ["sampling.penalties", { settings: { repeatPenalty: 1.2 } }, "warn"],
  ["sampling.penalties", { settings: { repeatPenalty: 0.8 } }, "warn"],
  ["sampling.penalties", { settings: { presencePenalty: 0.6 } }, "warn"],
  ["sampling.penalties", { settings: { repeatPenalty: 1, frequencyPenalty: -1 } }, "warn"],
  ["sampling.penalties", { settings: { repeatPenalty: 1, dryMultiplier: 0.8 } }, "warn"],
  ["sampling.penalties", { settings: { repeatPenalty: 1, presencePenalty: 0.6 } }, "warn"],
  ["sampling.stop", {}, "pass"],
  ["sampling.stop", { values: { stop: ["END"] } }, "pass"],
  ["sampling.stop", { values: { stop: ["END", "\n## "] } }, "fail"],
  ["sampling.stop", { settings: { stop: ["}"] } }, "warn"],
  ["timeouts.first_byte", {}, "pass"],
  ["timeouts.first_byte", { values: { first_byte_timeout_ms: 299_999 } }, "warn"],
  ["timeouts.first_byte", { values: { first_byte_timeout_ms: 59_999 } }, "fail"],
  [
    "timeouts.first_byte",
    { values: { first_byte_timeout_ms: 60_000 }, endpoint: "https://models.example/v1" },
    "pass",
  ],
  [
    "timeouts.first_byte",
    { values: { first_byte_timeout_ms: 59_999 }, endpoint: "https://models.example/v1" },
    "fail",
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
  ["server.gpu", { settings: { vramShare: 0.998 } }, "warn"],
  ["server.kv_cache", {}, "unknown"],
  ["server.kv_cache", { settings: { kvCacheType: "q8_0" } }, "pass"],
  ["server.kv_cache", { settings: { kvCacheType: "fp8_e4m3" } }, "pass"],
  ["server.kv_cache", { settings: { kvCacheType: "8,8" } }, "pass"],
  ["server.kv_cache", { settings: { kvCacheType: "q4_0" } }, "warn"],
  ["server.kv_cache", { settings: { kvCacheType: "q5_1" } }, "warn"],
  ["server.kv_cache", { settings: { kvCacheType: "iq4_nl" } }, "warn"],
  ["server.kv_cache", { settings: { kvCacheType: "8,4" } }, "warn"],
  ["server.flash_attention", {}, "unknown"],
  ["server.flash_attention", { settings: { flashAttention: false } }, "pass"],
];

/** What each rule says is wanted, as a bound of the number that it shows; `undefined` where it is not one. */
function isWanted({ wanted, measured }: RuleResult): boolean | undefined {
  const value = /-?\d+(?:\.\d+)?/.exec(String(measured))?.[0];
  const bound = /(?<sign>>=|<=) (?<bound>\d+)|^(?<least>[\d.]+) to (?<most>[\d.]+)$|^(?<all>\d+) %$/.exec(
    wanted,
  )?.groups;
  if (value === undefined || bound === undefined) return undefined;
  const [number, limit] = [Number(value), Number(bound["bound"])];
  if (bound["all"] !== undefined) return number === Number(bound["all"]);
  if (bound["sign"] === undefined) return number >= Number(bound["least"]) && number <= Number(bound["most"]);
  return bound["sign"] === ">=" ? number >= limit : number <= limit;
}

const temperatures = [0, 0.05, 0.1, 0.4, 0.7, 0.75, 0.8, 1, 1.5, 2];
const tokens = [1, 256, 1023, 1024, 2048, 8192];
const times = [1, 30_000, 59_999, 60_000, 180_000, 299_999, 300_000, 900_000];

/** Values of every rule that judges a number, on both sides of any bound. */
const SWEEPS: Readonly<Record<string, readonly Seen[]>> = {
  "sampling.temperature": [
    ...temperatures.map((temperature): Seen => ({ values: { temperature } })),
    ...temperatures.map((temperature): Seen => ({ settings: { temperature } })),
    { kind: "ollama" },
  ],
  "context.window": [7999, 8000, 15_999, 16_000].map((contextTokens) => ({ identity: { contextTokens } })),
  "context.prompt_budget": tokens.flatMap((count): Seen[] => [
    { identity: { contextTokens: 4000 }, values: { prompt_budget: count } },
    { identity: { contextTokens: 4000 }, values: { max_tokens: count } },
    { identity: { contextTokens: count } },
  ]),
  "output.cap_size": tokens.flatMap((max_tokens): Seen[] => [
    { values: { max_tokens } },
    { values: { max_tokens }, capabilities: note("thinking_needs_cap") },
  ]),
  "timeouts.first_byte": times.flatMap((first_byte_timeout_ms): Seen[] => [
    { values: { first_byte_timeout_ms } },
    { values: { first_byte_timeout_ms }, endpoint: "https://models.example/v1" },
  ]),
  "timeouts.total": times.flatMap((timeout_ms): Seen[] => [
    { values: { timeout_ms } },
    { values: { timeout_ms, max_tokens: 9000 } },
  ]),
  "retries.count": [0, 1, 2, 3, 10].map((llm_retry_count) => ({ values: { llm_retry_count } })),
  "slots.concurrency": [1, 3, 4, 5, 9].map((concurrency) => ({
    values: { concurrency },
    settings: { parallelSlots: 4 },
  })),
  "model.quantization": [2, 3, 4, 5, 6, 8].flatMap((bits): Seen[] => [
    { settings: { quantization: `Q${bits}_0`, parameterCount: 2e9 } },
    { settings: { quantization: `Q${bits}_0`, parameterCount: 7e9 } },
    { settings: { quantization: `${bits} bits per weight` } },
  ]),
  "server.gpu": [0, 0.5, 0.99, 0.998, 0.9995, 1].map((vramShare) => ({ settings: { vramShare } })),
};

describe("rules of readiness", () => {
  test.each(Object.entries(SWEEPS))("%s passes just what it says is wanted", (id, sweep) => {
    const judged = sweep.map((seen) => ({ seen, result: judge(id, seen) }));
    const told = judged.map(({ seen, result }) => ({ seen, pass: isWanted(result) ?? false }));
    expect(judged.map(({ seen, result }) => ({ seen, pass: result.status === "pass" }))).toEqual(told);
    expect(new Set(told.map(({ pass }) => pass))).toEqual(new Set([true, false]));
  });

  test("with a bound for a number are all swept", () => {
    const bounded = CASES.filter(([id, seen]) => isWanted(judge(id, seen)) !== undefined).map(([id]) => id);
    expect(new Set(bounded)).toEqual(new Set(Object.keys(SWEEPS)));
  });

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

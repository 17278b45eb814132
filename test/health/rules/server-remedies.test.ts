import { describe, expect, test } from "vitest";
import type { ServerSettings } from "../../../src/backends/presets/preset.ts";
import { chatTemplate } from "../../../src/health/rules/chat-template.ts";
import { concurrency } from "../../../src/health/rules/concurrency.ts";
import { RULES } from "../../../src/health/rules/index.ts";
import { keepAlive } from "../../../src/health/rules/keep-alive.ts";
import { kvCache } from "../../../src/health/rules/kv-cache.ts";
import { worstEvidence } from "../../../src/health/worst-evidence.ts";

type Evidence = ReturnType<typeof worstEvidence>;

function evidence(kind: Parameters<typeof worstEvidence>[0], settings: Partial<ServerSettings>): Evidence {
  const worst = worstEvidence(kind);
  return {
    ...worst,
    identity: { ...worst.identity!, settings: { ...worst.identity!.settings, ...settings } },
  };
}

test("the worst server fails every rule that a setting can mend, and is told how", () => {
  const silent = RULES.filter((rule) => {
    const { status, remedy } = rule.judge(worstEvidence("ollama"));
    return (status === "warn" || status === "fail") && remedy === null;
  });
  expect(silent.map(({ id }) => id)).toEqual([]);
  const passed = RULES.filter((rule) => rule.judge(worstEvidence("ollama")).status === "pass");
  expect(passed.map(({ id }) => id)).toEqual(["connection.reachable"]);
});

describe("keep-alive on Ollama", () => {
  const at = Date.parse(worstEvidence("ollama").generatedAt);
  const inMs = (ms: number): string => new Date(at + ms).toISOString();

  test.each([
    ["the default of five minutes", inMs(5 * 60_000), "warn"],
    ["a time in the past", inMs(-1000), "warn"],
    ["a day", inMs(24 * 3_600_000), "pass"],
    ["for ever, which Ollama writes as a date far away", "2318-09-10T00:00:00Z", "pass"],
    ["an offset of its own and nanoseconds", "2026-01-01T09:00:00.123456789+01:00", "pass"],
    ["no date at all", "soon", "warn"],
  ] as const)("with %s: %s gives %s", (_, keepAliveUntil, status) => {
    expect(keepAlive.judge(evidence("ollama", { keepAliveUntil })).status).toBe(status);
  });

  test("is unknown for a model that is not loaded, and for other servers", () => {
    expect(keepAlive.judge(evidence("ollama", { keepAliveUntil: null })).status).toBe("unknown");
    expect(keepAlive.judge(worstEvidence("vllm")).status).toBe("unknown");
  });
});

test.each([
  ["ollama", "OLLAMA_KV_CACHE_TYPE"],
  ["llamacpp", "--cache-type-k"],
  ["vllm", "--kv-cache-dtype"],
] as const)("an unknown cache type on %s names %s and no other server's setting", (kind, name) => {
  const { status, basis } = kvCache.judge(evidence(kind, { kvCacheType: null }));
  expect(status).toBe("unknown");
  expect(basis).toContain(name);
  expect(basis.match(/OLLAMA_|--cache-type-k|--kv-cache-dtype/g)).toHaveLength(1);
});

test.each([
  ["llamacpp", "/props total_slots"],
  ["lmstudio", "/api/v1/models parallel"],
  ["sglang", "/server_info max_running_requests"],
] as const)("slots of %s are said to come from %s", (kind, basis) => {
  expect(concurrency.judge(worstEvidence(kind)).basis).toBe(basis);
});

test("TabbyAPI is not told to start llama-server", () => {
  expect(JSON.stringify(chatTemplate.judge(worstEvidence("tabbyapi")).remedy)).toContain("config.yml");
  expect(JSON.stringify(chatTemplate.judge(worstEvidence("llamacpp")).remedy)).toContain("--jinja");
});

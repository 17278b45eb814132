import { describe, expect, test } from "vitest";
import { PROVIDERS } from "../../src/backends/presets/preset.ts";
import { serverKind } from "../../src/health/server-kind.ts";
import {
  contextSetting,
  decodingSetting,
  kvCacheSetting,
  kvCacheSettingName,
  quantizationSetting,
  templateSetting,
} from "../../src/health/server-settings.ts";

describe("settings of each kind of server", () => {
  test.each(PROVIDERS)("are whole sentences without our own placeholders for %s", (kind) => {
    const sentences = [
      contextSetting(kind, 16_000) ?? "None.",
      decodingSetting(kind),
      kvCacheSetting(kind),
      quantizationSetting(kind, "Q8_0"),
      templateSetting(kind),
    ];
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^[A-Za-z].*\.$/);
      expect(sentence).not.toMatch(/undefined|null|\$\{/);
    }
  });

  test.each([
    ["ollama", "OLLAMA_CONTEXT_LENGTH=16000"],
    ["llamacpp", "-c 16000 -np 1"],
    ["lmstudio", "lms load MODEL --context-length 16000"],
    ["vllm", "--max-model-len 16000"],
    ["sglang", "--context-length 16000"],
    ["litellm", "max_input_tokens"],
  ])("the context of %s is set by %s", (kind, words) => {
    expect(contextSetting(kind, 16_000)).toContain(words);
  });

  test.each([
    ["ollama", "Q8_0", "-q8_0."],
    ["ollama", "Q4_K_M", "-q4_K_M."],
    ["lmstudio", "Q4_K_M", "@q4_k_m."],
    ["llamacpp", "Q8_0", ":Q8_0."],
    ["generic", "Q8_0", "(Q8_0 or finer)."],
  ])("%s spells %s as %s", (kind, name, words) => {
    expect(quantizationSetting(kind, name)).toContain(words);
  });

  test("a server without a known setting for its cache names none", () => {
    expect(kvCacheSettingName("mlx_lm")).toBeNull();
    expect(kvCacheSettingName("ollama")).toBe("OLLAMA_KV_CACHE_TYPE");
  });
});

describe("the kind whose settings are advised", () => {
  const provider = (value: string): { value: string; origin: string } => ({ value, origin: "test" });

  test("is what the user says, before what the answers told", () => {
    const identity = { kind: "llamacpp" } as never;
    expect(serverKind({ provider: provider("litellm"), identity })).toBe("litellm");
    expect(serverKind({ provider: provider("auto"), identity })).toBe("llamacpp");
    expect(serverKind({ provider: provider("auto"), identity: null })).toBe("generic");
  });
});

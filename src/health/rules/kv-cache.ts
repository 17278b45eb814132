import { type ReadinessRule, unknown } from "../readiness-rule.ts";

export const kvCache: ReadinessRule = {
  id: "server.kv_cache",
  title: "the KV cache is not too coarse",
  weight: 4,
  why: "A q4_0 cache loses tool calls and keys on long prompts; q8_0 and f16 do not.",
  judge: () => unknown("f16 or q8_0", "no server shows it: check --cache-type-k, or OLLAMA_KV_CACHE_TYPE"),
};

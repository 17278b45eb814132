import { type ReadinessRule, unknown } from "../readiness-rule.ts";
import { kvCacheSetting, kvCacheSettingName } from "../server-settings.ts";

export const kvCache: ReadinessRule = {
  id: "server.kv_cache",
  title: "the KV cache is not too coarse",
  weight: 4,
  why: "A q4_0 cache loses tool calls and keys on long prompts; q8_0 and f16 do not.",
  judge: ({ identity }) => {
    const type = identity?.settings.kvCacheType ?? null;
    const wanted = "f16 or q8_0";
    if (type === null) {
      const name = kvCacheSettingName(identity?.kind ?? "generic");
      return unknown(wanted, `not shown by this server${name === null ? "" : `: check ${name}`}`);
    }
    // TabbyAPI: "Q4", or "4,4" for the bits of keys and values (ExLlamaV3).
    const ok = !/q4|int4|fp4|^[2-5](?:,|$)/i.test(type);
    return {
      status: ok ? "pass" : "warn",
      measured: type,
      wanted,
      basis: "server",
      remedy: ok ? null : { kind: "server", text: kvCacheSetting(identity?.kind ?? "generic") },
    };
  },
};

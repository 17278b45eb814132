import { type ReadinessRule, unknown } from "../readiness-rule.ts";
import { kvCacheSetting, kvCacheSettingName } from "../server-settings.ts";

const LEAST_BITS = 6;

export const kvCache: ReadinessRule = {
  id: "server.kv_cache",
  title: "the KV cache is not too coarse",
  weight: 4,
  why: "A q4_0 cache loses tool calls and keys on long prompts; q8_0 and f16 do not.",
  judge: ({ identity }) => {
    const type = identity?.settings.kvCacheType ?? null;
    const wanted = `f16 or q8_0, not below ${LEAST_BITS} bits`;
    if (type === null) {
      const name = kvCacheSettingName(identity?.kind ?? "generic");
      return unknown(wanted, `not shown by this server${name === null ? "" : `: check ${name}`}`);
    }
    const ok = bitsOf(type).every((bits) => bits >= LEAST_BITS);
    return {
      status: ok ? "pass" : "warn",
      measured: type,
      wanted,
      basis: "server",
      remedy: ok ? null : { kind: "server", text: kvCacheSetting(identity?.kind ?? "generic") },
    };
  },
};

/** Of keys and values: `q8_0`, `fp8_e4m3`; TabbyAPI: `Q4`, or `4,4` (ExLlamaV3). None where it names no bits. */
function bitsOf(type: string): readonly number[] {
  return type.split(",").flatMap((part) => {
    const digits = /\d+/.exec(part)?.[0];
    return digits === undefined ? [] : [Number(digits)];
  });
}

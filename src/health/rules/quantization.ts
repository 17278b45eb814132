import { type ReadinessRule, unknown } from "../readiness-rule.ts";
import { quantizationSetting } from "../server-settings.ts";

export const quantization: ReadinessRule = {
  id: "model.quantization",
  title: "weights are not too coarse",
  weight: 8,
  why: "Low bits flip tokens, tool calls and keys first, and the smaller the model the sooner.",
  judge: ({ identity }) => {
    const name = identity?.settings.quantization ?? null;
    const bits = name === null ? null : bitsOf(name);
    if (name === null || bits === null)
      return unknown(">= 4 bits, at 4 billion weights and less >= 6", "not shown by this server");
    const parameters = identity?.settings.parameterCount ?? null;
    const small = parameters !== null && parameters <= 4e9;
    const least = small ? 6 : 4;
    const status = bits >= least ? "pass" : bits >= least - 2 ? "warn" : "fail";
    return {
      status,
      measured: `${name}${parameters === null ? "" : `, ${shortCount(parameters)} weights`}`,
      wanted: `>= ${least} bits per weight`,
      basis: "server",
      remedy:
        status === "pass"
          ? null
          : {
              kind: "server",
              text: quantizationSetting(identity?.kind ?? "generic", small ? "Q8_0" : "Q4_K_M"),
            },
    };
  },
};

/** `Q4_K - Medium`, `Q8_0`, `IQ3_XS`, `all F32`, `4 bits per weight`. */
function bitsOf(name: string): number | null {
  if (/F32/i.test(name)) return 32;
  if (/B?F16/i.test(name)) return 16;
  const match = /Q(\d)/i.exec(name) ?? /^(\d+(?:\.\d+)?) bits/.exec(name) ?? /\b(\d)bit/i.exec(name);
  return match === null ? null : Number(match[1]);
}

function shortCount(count: number): string {
  return count >= 1e9 ? `${(count / 1e9).toFixed(1)} billion` : `${Math.round(count / 1e6)} million`;
}

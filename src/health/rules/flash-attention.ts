import { type ReadinessRule, unknown } from "../readiness-rule.ts";

export const flashAttention: ReadinessRule = {
  id: "server.flash_attention",
  title: "flash attention",
  weight: 0,
  why: "Needed for a quantised KV cache. Nothing shows that it harms or helps JSON, so it carries no points.",
  judge: ({ identity }) => {
    const on = identity?.settings.flashAttention ?? null;
    return on === null
      ? unknown("on or off", "not shown by this server")
      : { status: "pass", measured: on, wanted: "on or off", basis: "server", remedy: null };
  },
};

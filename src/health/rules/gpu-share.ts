import { type ReadinessRule, unknown } from "../readiness-rule.ts";

export const gpuShare: ReadinessRule = {
  id: "server.gpu",
  title: "the model is wholly on the GPU",
  weight: 4,
  why: "Layers that spill to the CPU make answers several times slower, and timeouts likely.",
  judge: ({ identity }) => {
    const share = identity?.settings.vramShare ?? null;
    if (share === null) return unknown("100 %", "not shown by this server");
    const ok = share >= 0.999;
    return {
      status: ok ? "pass" : "warn",
      measured: `${ok ? 100 : Math.floor(share * 100)} % in video memory`,
      wanted: "100 %",
      basis: "/api/ps size_vram",
      remedy: ok
        ? null
        : {
            kind: "server",
            text: "Choose a smaller model or a lower OLLAMA_CONTEXT_LENGTH, or halve the cache: OLLAMA_FLASH_ATTENTION=1 OLLAMA_KV_CACHE_TYPE=q8_0 ollama serve.",
          },
    };
  },
};

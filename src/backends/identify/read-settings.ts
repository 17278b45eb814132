import type { ProviderId, ServerSettings } from "../presets/preset.ts";
import { llamacppSettings } from "./llamacpp-settings.ts";
import {
  lmStudioSettings,
  ollamaSettings,
  omlxSettings,
  sglangSettings,
  tabbyApiSettings,
} from "./native-settings.ts";
import type { Observations } from "./observation.ts";

export const NO_SETTINGS: ServerSettings = {
  parallelSlots: null,
  quantization: null,
  modelFormat: null,
  parameterCount: null,
  chatTemplate: null,
  thinkingCapable: null,
  toolsCapable: null,
  temperature: null,
  repeatPenalty: null,
  presencePenalty: null,
  frequencyPenalty: null,
  dryMultiplier: null,
  stop: null,
  flashAttention: null,
  kvCacheType: null,
  keepAliveUntil: null,
  vramShare: null,
  trainedContextTokens: null,
};

/** Native settings that matter for structured answers, as far as the kinds of server show them. */
export function readSettings(
  seen: Observations,
  { kind, model }: { readonly kind: ProviderId; readonly model: string | null },
): ServerSettings {
  return { ...NO_SETTINGS, ...shown(seen, kind, model) };
}

function shown(seen: Observations, kind: ProviderId, model: string | null): Partial<ServerSettings> {
  switch (kind) {
    case "ollama":
      return ollamaSettings(seen, model);
    case "lmstudio":
      return lmStudioSettings(seen, model);
    case "tabbyapi":
      return tabbyApiSettings(seen);
    case "sglang":
      return sglangSettings(seen);
    case "omlx":
      return omlxSettings(seen, model);
    default:
      return llamacppSettings(seen, model);
  }
}

import type { JsonObject, JsonValue } from "../../json-value.ts";
import type { ServerSettings } from "../presets/preset.ts";
import {
  childOf,
  MODELS,
  numberAt,
  type Observations,
  objectAt,
  objectsIn,
  stringAt,
} from "./observation.ts";

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
  dryMultiplier: null,
  stop: null,
  flashAttention: null,
  keepAliveUntil: null,
  vramShare: null,
  trainedContextTokens: null,
};

/** Native settings that matter for structured answers, as far as the kinds of server show them. */
export function readSettings(seen: Observations, model: string | null): ServerSettings {
  return {
    ...NO_SETTINGS,
    ...fromProps(seen, model),
    ...fromOllama(seen, model),
    ...fromLmStudio(seen, model),
  };
}

/** llama.cpp and its kin: /props, and what /v1/models says under `meta`. */
function fromProps(seen: Observations, model: string | null): Partial<ServerSettings> {
  const props = objectAt(seen, "/props");
  if (props === null) return {};
  const defaults = childOf(props, "default_generation_settings");
  const params = childOf(defaults, "params") ?? defaults;
  const template = stringAt(props["chat_template"]);
  const meta = childOf(listed(seen, model), "meta");
  const stop = params?.["stop"];
  return {
    parallelSlots: numberAt(props["total_slots"]),
    quantization: stringAt(props["model_ftype"]) ?? quantizationIn(stringAt(props["model_path"])),
    modelFormat: "gguf",
    parameterCount: numberAt(meta?.["n_params"]),
    trainedContextTokens: numberAt(meta?.["n_ctx_train"]),
    chatTemplate: template,
    thinkingCapable:
      template === null ? null : /<think>|enable_thinking|reasoning_content|<\|channel\|>/.test(template),
    toolsCapable: template === null ? null : toolsIn(props, template),
    temperature: numberAt(params?.["temperature"]),
    repeatPenalty: numberAt(params?.["repeat_penalty"]),
    dryMultiplier: numberAt(params?.["dry_multiplier"]),
    stop: Array.isArray(stop) ? stop.filter((each): each is string => typeof each === "string") : null,
  };
}

function toolsIn(props: JsonObject, template: string): boolean {
  const caps = childOf(props, "chat_template_caps");
  const said = caps?.["supports_tools"] ?? caps?.["supports_tool_calls"];
  return typeof said === "boolean" ? said : /\btools\b|tool_call/.test(template);
}

function fromOllama(seen: Observations, model: string | null): Partial<ServerSettings> {
  const tag = named(objectAt(seen, "/api/tags")?.["models"], model);
  if (tag === null) return {};
  const running = named(objectAt(seen, "/api/ps")?.["models"], model);
  const details = childOf(tag, "details");
  const capabilities = Array.isArray(tag["capabilities"]) ? tag["capabilities"] : null;
  const size = numberAt(running?.["size"]);
  const inVram = numberAt(running?.["size_vram"]);
  return {
    quantization: stringAt(details?.["quantization_level"]),
    modelFormat: stringAt(details?.["format"]),
    parameterCount: parameterCount(stringAt(details?.["parameter_size"])),
    trainedContextTokens: numberAt(details?.["context_length"]),
    thinkingCapable: capabilities === null ? null : capabilities.includes("thinking"),
    toolsCapable: capabilities === null ? null : capabilities.includes("tools"),
    keepAliveUntil: stringAt(running?.["expires_at"]),
    vramShare: size !== null && size > 0 && inVram !== null ? inVram / size : null,
  };
}

function fromLmStudio(seen: Observations, model: string | null): Partial<ServerSettings> {
  const native = objectsIn(objectAt(seen, "/api/v1/models")?.["models"]).find(
    (each) => each["key"] === model,
  );
  if (native === undefined) return {};
  const config = childOf(objectsIn(native["loaded_instances"])[0] ?? null, "config");
  const bits = numberAt(childOf(native, "quantization")?.["bits_per_weight"]);
  const capabilities = childOf(native, "capabilities");
  return {
    quantization:
      stringAt(childOf(native, "quantization")?.["name"]) ??
      (bits === null ? null : `${bits} bits per weight`),
    modelFormat: stringAt(native["format"]),
    trainedContextTokens: numberAt(native["max_context_length"]),
    parallelSlots: numberAt(config?.["parallel"]),
    flashAttention: typeof config?.["flash_attention"] === "boolean" ? config["flash_attention"] : null,
    parameterCount: parameterCount(stringAt(native["params_string"])),
    thinkingCapable: capabilities === null ? null : Boolean(capabilities["reasoning"]),
    toolsCapable:
      typeof capabilities?.["trained_for_tool_use"] === "boolean"
        ? capabilities["trained_for_tool_use"]
        : null,
  };
}

function listed(seen: Observations, model: string | null): JsonObject | null {
  const models = objectsIn(objectAt(seen, MODELS)?.["data"]);
  return models.find((each) => each["id"] === model) ?? models[0] ?? null;
}

function named(models: JsonValue | undefined, model: string | null): JsonObject | null {
  const all = objectsIn(models);
  return all.find((each) => each["name"] === model || each["name"] === `${model}:latest`) ?? null;
}

/** "268.10M", "7B", "1.5b". */
function parameterCount(text: string | null): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([KMBT])/i.exec(text ?? "");
  if (match === null) return null;
  return Math.round(
    Number(match[1]) * { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }[match[2]!.toLowerCase() as "k" | "m" | "b" | "t"],
  );
}

/** `gemma-3-1b-it-Q4_K_M.gguf` */
function quantizationIn(path: string | null): string | null {
  return (
    /\b(I?Q\d(?:_[A-Z0-9]+)*|BF16|F16|F32)\b/i.exec(
      (path ?? "").replace(/^.*[\\/]/, "").replace(/[-.]/g, " "),
    )?.[1] ?? null
  );
}

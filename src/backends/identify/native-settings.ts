import type { JsonObject, JsonValue } from "../../json-value.ts";
import type { ServerSettings } from "../presets/preset.ts";
import { childOf, numberAt, type Observations, objectAt, objectsIn, stringAt } from "./observation.ts";
import { isNamed, lmStudioModel } from "./read-models.ts";

export function ollamaSettings(seen: Observations, model: string | null): Partial<ServerSettings> {
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

export function lmStudioSettings(seen: Observations, model: string | null): Partial<ServerSettings> {
  const found = lmStudioModel(seen, model);
  if (found === null) return oldLmStudioSettings(seen, model);
  const config = childOf(found.instance, "config");
  const bits = numberAt(childOf(found.model, "quantization")?.["bits_per_weight"]);
  const capabilities = childOf(found.model, "capabilities");
  return {
    quantization:
      stringAt(childOf(found.model, "quantization")?.["name"]) ??
      (bits === null ? null : `${bits} bits per weight`),
    modelFormat: stringAt(found.model["format"]),
    trainedContextTokens: numberAt(found.model["max_context_length"]),
    parallelSlots: numberAt(config?.["parallel"]),
    flashAttention: booleanAt(config?.["flash_attention"]),
    parameterCount: parameterCount(stringAt(found.model["params_string"])),
    // Newer versions show it: where it is absent, nothing is known.
    thinkingCapable: capabilities?.["reasoning"] === undefined ? null : Boolean(capabilities["reasoning"]),
    toolsCapable: booleanAt(capabilities?.["trained_for_tool_use"]),
  };
}

/** LM Studio before 0.4. */
function oldLmStudioSettings(seen: Observations, model: string | null): Partial<ServerSettings> {
  const entry = objectsIn(objectAt(seen, "/api/v0/models")?.["data"]).find((each) => each["id"] === model);
  if (entry === undefined) return {};
  const capabilities = entry["capabilities"];
  return {
    quantization: stringAt(entry["quantization"]),
    modelFormat: stringAt(entry["compatibility_type"]),
    trainedContextTokens: numberAt(entry["max_context_length"]),
    toolsCapable: Array.isArray(capabilities) ? capabilities.includes("tool_use") : null,
  };
}

export function tabbyApiSettings(seen: Observations): Partial<ServerSettings> {
  const parameters = childOf(objectAt(seen, "/v1/model"), "parameters");
  return {
    kvCacheType: stringAt(parameters?.["cache_mode"]),
    chatTemplate: stringAt(parameters?.["prompt_template_content"]),
    parallelSlots: numberAt(parameters?.["max_batch_size"]),
  };
}

export function sglangSettings(seen: Observations): Partial<ServerSettings> {
  const info = objectAt(seen, "/server_info") ?? objectAt(seen, "/get_server_info");
  const cache = stringAt(info?.["kv_cache_dtype"]);
  return {
    quantization: stringAt(info?.["quantization"]),
    // "auto" is the type of the weights.
    kvCacheType: cache === "auto" ? null : cache,
    parallelSlots: numberAt(info?.["max_running_requests"]),
  };
}

export function omlxSettings(seen: Observations, model: string | null): Partial<ServerSettings> {
  const entry = objectsIn(objectAt(seen, "/v1/models/status")?.["models"]).find(
    (each) => each["id"] === model || each["model_alias"] === model,
  );
  return { modelFormat: "mlx", thinkingCapable: entry?.["thinking_default"] === true ? true : null };
}

function named(models: JsonValue | undefined, model: string | null): JsonObject | null {
  return objectsIn(models).find((each) => isNamed(each["name"], model)) ?? null;
}

function booleanAt(value: JsonValue | undefined): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** "268.10M", "7B", "1.5b". */
function parameterCount(text: string | null): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([KMBT])/i.exec(text ?? "");
  if (match === null) return null;
  return Math.round(
    Number(match[1]) * { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }[match[2]!.toLowerCase() as "k" | "m" | "b" | "t"],
  );
}

import type { JsonObject } from "../../json-value.ts";
import type { ListedModel, ProviderId } from "../presets/preset.ts";
import {
  childOf,
  MODELS,
  numberAt,
  type Observations,
  objectAt,
  objectsIn,
  stringAt,
} from "./observation.ts";

/** The models that the server lists, with what it says of their being loaded and of their context. */
export function readModels(seen: Observations, kind: ProviderId): readonly ListedModel[] {
  const listed = objectAt(seen, MODELS);
  const models = objectsIn(listed?.["data"]).flatMap((each): ListedModel[] => {
    const id = stringAt(each["id"]);
    if (id === null) return [];
    return [
      {
        id,
        ownedBy: stringAt(each["owned_by"]),
        // vLLM, Aphrodite, SGLang, ik_llama: max_model_len. LiteLLM: max_input_tokens.
        contextTokens:
          numberAt(each["max_model_len"]) ??
          numberAt(each["max_input_tokens"]) ??
          numberAt(each["context_length"]),
        loaded: routerState(each),
      },
    ];
  });
  return models.map((model) => withNativeState(model, seen, kind));
}

/** llama.cpp in router mode. */
function routerState(model: JsonObject): boolean | null {
  const value = stringAt(childOf(model, "status")?.["value"]);
  return value === null ? null : value === "loaded" || value === "sleeping";
}

function withNativeState(model: ListedModel, seen: Observations, kind: ProviderId): ListedModel {
  if (kind === "ollama") {
    const running = objectAt(seen, "/api/ps");
    if (running === null) return model;
    const loaded = objectsIn(running["models"]).find(
      (each) => each["name"] === model.id || each["model"] === model.id,
    );
    return {
      ...model,
      loaded: loaded !== undefined,
      contextTokens: numberAt(loaded?.["context_length"]) ?? model.contextTokens,
    };
  }
  if (kind === "lmstudio") return lmStudioState(model, seen);
  // One model, served as long as the server runs.
  const always: readonly ProviderId[] = [
    "llamacpp",
    "ik_llama",
    "vllm",
    "sglang",
    "aphrodite",
    "tgi",
    "koboldcpp",
  ];
  return model.loaded === null && always.includes(kind) ? { ...model, loaded: true } : model;
}

function lmStudioState(model: ListedModel, seen: Observations): ListedModel {
  const native = objectsIn(objectAt(seen, "/api/v1/models")?.["models"]).find(
    (each) => each["key"] === model.id,
  );
  const instances = objectsIn(native?.["loaded_instances"]);
  if (native !== undefined) {
    const config = childOf(instances[0] ?? null, "config");
    return {
      ...model,
      loaded: instances.length > 0,
      contextTokens: numberAt(config?.["context_length"]) ?? model.contextTokens,
    };
  }
  const old = objectsIn(objectAt(seen, "/api/v0/models")?.["data"]).find((each) => each["id"] === model.id);
  if (old === undefined) return model;
  return {
    ...model,
    loaded: old["state"] === "loaded",
    contextTokens: numberAt(old["loaded_context_length"]) ?? model.contextTokens,
  };
}

import type { JsonObject, JsonValue } from "../../json-value.ts";
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

/** What an entry of a model list calls the context of one request, by the servers that do. */
export const CONTEXT_FIELDS = [
  // vLLM, Aphrodite, SGLang, ik_llama.cpp, oMLX
  "max_model_len",
  // LiteLLM
  "max_input_tokens",
  // OpenRouter, Together, Fireworks
  "context_length",
  // Groq
  "context_window",
] as const;

/** One served model, loaded as long as the server runs. */
const ONE_MODEL: readonly ProviderId[] = [
  "llamacpp",
  "ik_llama",
  "vllm",
  "sglang",
  "aphrodite",
  "tgi",
  "koboldcpp",
  "lmdeploy",
];

/** An embedding or reranking model answers no chat. */
const NO_CHAT = /\b(?:text-)?embed(?:ding)?s?\b|\brerank/i;

/** The models that the server lists, with what it says of their being loaded and of their context. */
export function readModels(seen: Observations, kind: ProviderId): readonly ListedModel[] {
  return objectsIn(objectAt(seen, MODELS)?.["data"]).flatMap((each) => {
    const id = stringAt(each["id"]);
    return id === null ? [] : [withNativeState(listedModel(id, each), seen, kind)];
  });
}

/** The model that questions are about: the named one, else one that is loaded, else the first. Embedding models come last. */
export function askedModel(models: readonly ListedModel[], named: string | null): ListedModel | null {
  if (named !== null) return models.find(({ id }) => isNamed(id, named)) ?? null;
  const chat = models.filter((each) => each.generates !== false);
  return chat.find((each) => each.loaded === true) ?? chat[0] ?? models[0] ?? null;
}

/** Ollama lists `gemma3:latest` and answers to `gemma3`. */
export function isNamed(listed: JsonValue | undefined, model: string | null): boolean {
  return model !== null && (listed === model || listed === `${model}:latest`);
}

function listedModel(id: string, entry: JsonObject): ListedModel {
  const status = stringAt(childOf(entry, "status")?.["value"]);
  const contexts = CONTEXT_FIELDS.map((field) => numberAt(entry[field]));
  // Together calls it `type`, LiteLLM `mode`.
  const sort = stringAt(entry["type"]) ?? stringAt(entry["mode"]) ?? "";
  return {
    id,
    ownedBy: stringAt(entry["owned_by"]),
    contextTokens:
      contexts.find((tokens) => tokens !== null) ?? numberAt(childOf(entry, "meta")?.["n_ctx"]) ?? null,
    // llama.cpp in router mode; asleep, it wakes for a request.
    status,
    loaded: status === null ? null : status === "loaded" || status === "sleeping",
    generates: NO_CHAT.test(sort) || NO_CHAT.test(id) ? false : null,
  };
}

function withNativeState(model: ListedModel, seen: Observations, kind: ProviderId): ListedModel {
  if (kind === "ollama") return ollamaState(model, seen);
  if (kind === "lmstudio") return lmStudioState(model, seen);
  if (kind === "omlx") return omlxState(model, seen);
  // With a plain key TabbyAPI lists the loaded model alone, with an admin's all of the folder.
  if (kind === "tabbyapi" && seen.has("/v1/model"))
    return { ...model, loaded: objectAt(seen, "/v1/model")?.["id"] === model.id };
  return model.loaded === null && ONE_MODEL.includes(kind) ? { ...model, loaded: true } : model;
}

function ollamaState(model: ListedModel, seen: Observations): ListedModel {
  const running = objectAt(seen, "/api/ps");
  const loaded = objectsIn(running?.["models"]).find((each) => each["name"] === model.id);
  const tag = objectsIn(objectAt(seen, "/api/tags")?.["models"]).find((each) => each["name"] === model.id);
  const capabilities = tag?.["capabilities"];
  return {
    ...model,
    loaded: running === null ? null : loaded !== undefined,
    contextTokens: numberAt(loaded?.["context_length"]) ?? model.contextTokens,
    generates: Array.isArray(capabilities) ? capabilities.includes("completion") : model.generates,
  };
}

function lmStudioState(model: ListedModel, seen: Observations): ListedModel {
  const native = lmStudioModel(seen, model.id);
  if (native !== null) {
    return {
      ...model,
      loaded: native.instance !== null,
      contextTokens: numberAt(childOf(native.instance, "config")?.["context_length"]) ?? model.contextTokens,
      generates: native.model["type"] !== "embedding",
    };
  }
  const old = objectsIn(objectAt(seen, "/api/v0/models")?.["data"]).find((each) => each["id"] === model.id);
  if (old === undefined) return model;
  return {
    ...model,
    loaded: old["state"] === "loaded",
    contextTokens: numberAt(old["loaded_context_length"]) ?? model.contextTokens,
    generates: old["type"] !== "embeddings",
  };
}

/** LM Studio answers to a model's key and to the id of each of its loaded instances. */
export function lmStudioModel(
  seen: Observations,
  id: string | null,
): { readonly model: JsonObject; readonly instance: JsonObject | null } | null {
  for (const model of objectsIn(objectAt(seen, "/api/v1/models")?.["models"])) {
    const instances = objectsIn(model["loaded_instances"]);
    const named = instances.find((each) => each["id"] === id);
    if (named !== undefined || model["key"] === id) return { model, instance: named ?? instances[0] ?? null };
  }
  return null;
}

function omlxState(model: ListedModel, seen: Observations): ListedModel {
  const entry = objectsIn(objectAt(seen, "/v1/models/status")?.["models"]).find(
    (each) => each["id"] === model.id || each["model_alias"] === model.id,
  );
  if (entry === undefined) return model;
  return {
    ...model,
    loaded: typeof entry["loaded"] === "boolean" ? entry["loaded"] : null,
    status: entry["is_loading"] === true ? "loading" : model.status,
    contextTokens: model.contextTokens ?? numberAt(entry["max_context_window"]),
  };
}

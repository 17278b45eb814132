import type { ListedModel, ProviderId } from "../presets/preset.ts";
import { childOf, MODELS, numberAt, type Observations, objectAt, objectsIn } from "./observation.ts";
import { CONTEXT_FIELDS, lmStudioModel } from "./read-models.ts";
import { propsOf } from "./read-props.ts";

export interface ContextSeen {
  readonly tokens: number;
  /** The path and the field. */
  readonly source: string;
}

/** The context that one request has, and where it stands. The trained length is none: it says nothing of what was loaded. */
export function readContext(
  seen: Observations,
  { kind, model }: { readonly kind: ProviderId; readonly model: ListedModel | null },
): ContextSeen | null {
  return nativeContext(seen, kind, model) ?? listedContext(seen, kind, model);
}

function nativeContext(seen: Observations, kind: ProviderId, model: ListedModel | null): ContextSeen | null {
  const props = childOf(propsOf(seen, model?.id ?? null), "default_generation_settings");
  switch (kind) {
    case "llamacpp":
    case "ik_llama":
    case "jan":
      // The whole context is divided by the slots, and this is what one of them has.
      return positive(props?.["n_ctx"], "/props default_generation_settings.n_ctx");
    case "ollama":
      return positive(model?.contextTokens, "/api/ps context_length");
    case "lmstudio":
      return lmStudioModel(seen, model?.id ?? null) !== null
        ? positive(model?.contextTokens, "/api/v1/models loaded_instances.config.context_length")
        : positive(model?.contextTokens, "/api/v0/models loaded_context_length");
    case "tgi":
      return positive(objectAt(seen, "/info")?.["max_total_tokens"], "/info max_total_tokens");
    case "koboldcpp":
      return positive(
        objectAt(seen, "/api/extra/true_max_context_length")?.["value"],
        "/api/extra/true_max_context_length",
      );
    case "tabbyapi":
      return positive(
        childOf(objectAt(seen, "/v1/model"), "parameters")?.["max_seq_len"],
        "/v1/model parameters.max_seq_len",
      );
    case "omlx":
      return (
        listedContext(seen, kind, model) ??
        positive(model?.contextTokens, "/v1/models/status max_context_window")
      );
    default:
      return null;
  }
}

/** What the model list itself says. */
function listedContext(seen: Observations, kind: ProviderId, model: ListedModel | null): ContextSeen | null {
  const entry = objectsIn(objectAt(seen, MODELS)?.["data"]).find((each) => each["id"] === model?.id);
  if (entry === undefined) return null;
  const fields = kind === "mistral" ? [...CONTEXT_FIELDS, "max_context_length"] : CONTEXT_FIELDS;
  for (const field of fields) {
    const context = positive(entry[field], `/models ${field}`);
    if (context !== null) return context;
  }
  // llama.cpp from 2026 on; n_ctx_train beside it is the trained length.
  return positive(childOf(entry, "meta")?.["n_ctx"], "/models meta.n_ctx");
}

function positive(value: unknown, source: string): ContextSeen | null {
  const tokens = typeof value === "number" ? numberAt(value) : null;
  return tokens === null || tokens <= 0 ? null : { tokens, source };
}

import type { ProviderId } from "../presets/preset.ts";
import { MODELS, type Observations } from "./observation.ts";
import { askedModel, readModels } from "./read-models.ts";
import { propsPath } from "./read-props.ts";
import { tellKind } from "./tell-kind.ts";

/** Asked stage by stage until the kind is told. `/health` is not among them: LiteLLM's sends a completion to every model it knows. */
const STAGES: readonly (readonly string[])[] = [
  [MODELS],
  ["/api/extra/version", "/.well-known/localai.json", "/.well-known/serviceinfo"],
  ["/api/v1/models", "/api/v0/models", "/", "/api/version"],
  ["/props", "/version", "/info", "/get_model_info", "/health/liveliness"],
];

/** What is asked once the kind is known: version, loaded model, context, settings. */
const DETAILS: Partial<Readonly<Record<ProviderId, readonly string[]>>> = {
  llamacpp: ["/props"],
  ik_llama: ["/props", "/version"],
  jan: ["/props"],
  ollama: ["/api/version", "/api/ps", "/api/tags"],
  lmstudio: ["/api/v1/models", "/api/v0/models"],
  vllm: ["/version"],
  aphrodite: ["/version"],
  sglang: ["/get_model_info", "/server_info"],
  tgi: ["/info"],
  localai: ["/version"],
  koboldcpp: ["/api/extra/version", "/api/extra/true_max_context_length", "/props"],
  tabbyapi: ["/v1/model"],
  omlx: ["/v1/models/status"],
  litellm: ["/health/readiness", "/v1/model/info"],
};

/** The paths to ask next, side by side; empty when there is nothing more to learn. `model` is the one that is wanted. Pure. */
export function nextPaths(seen: Observations, model: string | null): readonly string[] {
  if (seen.size > 0 && [...seen.values()].every((each) => each.status === null)) return [];
  const told = tellKind(seen);
  const wanted =
    told === null
      ? (STAGES.find((stage) => stage.some((path) => !seen.has(path))) ?? [])
      : [MODELS, ...(DETAILS[told.kind] ?? []), ...furtherPaths(seen, { kind: told.kind, model })];
  return wanted.filter((path) => !seen.has(path));
}

/** What only the answers so far show to be worth asking. */
function furtherPaths(
  seen: Observations,
  { kind, model }: { readonly kind: ProviderId; readonly model: string | null },
): readonly string[] {
  // SGLang called it so before 0.5.
  if (kind === "sglang" && seen.get("/server_info")?.status === 404) return ["/get_server_info"];
  if (kind !== "llamacpp") return [];
  // llama.cpp in router mode shows a model's settings when asked by name; a model that is not loaded is left alone.
  const asked = askedModel(readModels(seen, kind), model);
  return asked?.loaded === true && asked.status === "loaded" ? [propsPath(asked.id)] : [];
}

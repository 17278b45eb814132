import type { ProviderId } from "../presets/preset.ts";
import { MODELS, type Observations } from "./observation.ts";
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
  llamacpp: ["/props", "/slots"],
  ik_llama: ["/props", "/version"],
  jan: ["/props"],
  ollama: ["/api/version", "/api/ps", "/api/tags"],
  lmstudio: ["/api/v1/models", "/api/v0/models"],
  vllm: ["/version"],
  aphrodite: ["/version"],
  sglang: ["/get_model_info", "/server_info"],
  tgi: ["/info"],
  localai: ["/version"],
  koboldcpp: ["/api/extra/version", "/api/extra/true_max_context_length"],
  tabbyapi: ["/v1/model", "/.well-known/serviceinfo"],
  litellm: ["/health/readiness", "/v1/model/info"],
};

/** The paths to ask next, side by side; empty when there is nothing more to learn. Pure. */
export function nextPaths(seen: Observations): readonly string[] {
  if (seen.size > 0 && [...seen.values()].every((each) => each.status === null)) return [];
  const told = tellKind(seen);
  const wanted =
    told === null
      ? (STAGES.find((stage) => stage.some((path) => !seen.has(path))) ?? [])
      : [MODELS, ...(DETAILS[told.kind] ?? [])];
  return wanted.filter((path) => !seen.has(path));
}

import { createHash } from "node:crypto";
import type { ProviderId, ServerIdentity } from "../presets/preset.ts";
import { presetForHost } from "../presets/presets.ts";
import {
  childOf,
  MODELS,
  numberAt,
  type Observations,
  objectAt,
  objectsIn,
  stringAt,
} from "./observation.ts";
import { readModels } from "./read-models.ts";
import { readSettings } from "./read-settings.ts";
import { tellKind } from "./tell-kind.ts";

export interface IdentityInput {
  readonly endpoint: string;
  readonly model: string | null;
  readonly seen: Observations;
  readonly suggestedEndpoint: string | null;
  readonly durationMs: number;
}

/** Who answers there, from what cheap GETs showed. Pure. */
export function identityFrom({
  endpoint,
  model,
  seen,
  suggestedEndpoint,
  durationMs,
}: IdentityInput): ServerIdentity {
  const host = presetForHost(new URL(endpoint).hostname);
  const told = host === null ? tellKind(seen) : { kind: host.id, by: "the host's name" };
  const kind = told?.kind ?? "generic";
  const models = readModels(seen, kind);
  const asked = model ?? (models.find((each) => each.loaded === true) ?? models[0])?.id ?? null;
  const version = versionOf(seen, kind);
  const context = contextOf(
    seen,
    kind,
    asked,
    models.find((each) => each.id === asked)?.contextTokens ?? null,
  );
  const answers = [...seen.values()];
  const list = seen.get(MODELS);
  return {
    kind,
    version,
    fingerprint: fingerprintOf(seen, { kind, version, model: asked }),
    toldBy: told?.by ?? null,
    models,
    contextTokens: context?.tokens ?? null,
    contextSource: context?.source ?? null,
    modelsStatus: list?.status ?? null,
    reachable: answers.some((each) => each.status !== null),
    loading: answers.some((each) => each.status === 503 && /loading/i.test(each.text)),
    suggestedEndpoint,
    latencyMs: list?.status == null ? null : list.durationMs,
    settings: readSettings(seen, asked),
    durationMs,
  };
}

function versionOf(seen: Observations, kind: ProviderId): string | null {
  switch (kind) {
    case "llamacpp":
    case "jan":
      return stringAt(objectAt(seen, "/props")?.["build_info"]);
    case "ik_llama":
      return (
        stringAt(objectAt(seen, "/props")?.["build_info"]) ??
        numberAt(objectAt(seen, "/version")?.["version"])?.toString() ??
        null
      );
    case "ollama":
      return stringAt(objectAt(seen, "/api/version")?.["version"]);
    case "tgi":
      return stringAt(objectAt(seen, "/info")?.["version"]);
    case "koboldcpp":
      return stringAt(objectAt(seen, "/api/extra/version")?.["version"]);
    case "litellm":
      return stringAt(objectAt(seen, "/health/readiness")?.["litellm_version"]) ?? headerVersion(seen);
    case "sglang":
      return stringAt(objectAt(seen, "/server_info")?.["version"]);
    case "tabbyapi":
      return stringAt(childOf(objectAt(seen, "/.well-known/serviceinfo"), "software")?.["version"]);
    default:
      return stringAt(objectAt(seen, "/version")?.["version"]);
  }
}

function headerVersion(seen: Observations): string | null {
  for (const { headers } of seen.values())
    if (headers["x-litellm-version"] !== undefined) return headers["x-litellm-version"];
  return null;
}

/** The context that one request has, and where it stands. The trained length is none: it says nothing of what was loaded. */
function contextOf(
  seen: Observations,
  kind: ProviderId,
  model: string | null,
  listed: number | null,
): { tokens: number; source: string } | null {
  const from = (tokens: number | null, source: string): { tokens: number; source: string } | null =>
    tokens === null || tokens <= 0 ? null : { tokens, source };
  const props = childOf(objectAt(seen, "/props"), "default_generation_settings");
  const running = objectsIn(objectAt(seen, "/api/ps")?.["models"]).find(
    (each) => each["name"] === model || each["name"] === `${model}:latest`,
  );
  switch (kind) {
    case "llamacpp":
    case "jan":
      return from(numberAt(props?.["n_ctx"]), "/props default_generation_settings.n_ctx");
    case "ik_llama":
      return (
        from(numberAt(props?.["n_ctx"]), "/props default_generation_settings.n_ctx") ??
        from(listed, "/models max_model_len")
      );
    case "ollama":
      return from(numberAt(running?.["context_length"]), "/api/ps context_length");
    case "lmstudio":
      return from(listed, "/api/v1/models loaded_instances.config.context_length");
    case "tgi":
      return from(numberAt(objectAt(seen, "/info")?.["max_total_tokens"]), "/info max_total_tokens");
    case "koboldcpp":
      return from(
        numberAt(objectAt(seen, "/api/extra/true_max_context_length")?.["value"]),
        "/api/extra/true_max_context_length",
      );
    case "tabbyapi":
      return from(
        numberAt(childOf(objectAt(seen, "/v1/model"), "parameters")?.["max_seq_len"]),
        "/v1/model parameters.max_seq_len",
      );
    case "litellm":
      return from(listed, "/models max_input_tokens");
    default:
      return from(listed, "/models max_model_len");
  }
}

/** Changes whenever evidence may have stopped holding; `null` where a server shows nothing that would change. */
function fingerprintOf(
  seen: Observations,
  { kind, version, model }: { kind: ProviderId; version: string | null; model: string | null },
): string | null {
  const props = objectAt(seen, "/props");
  const template = stringAt(props?.["chat_template"]);
  const tag = objectsIn(objectAt(seen, "/api/tags")?.["models"]).find(
    (each) => each["name"] === model || each["name"] === `${model}:latest`,
  );
  const listed = objectsIn(objectAt(seen, MODELS)?.["data"]).find((each) => each["id"] === model);
  const parts = [
    version,
    stringAt(tag?.["digest"])?.slice(0, 12) ?? null,
    stringAt(props?.["model_path"]),
    template === null ? null : shortHash(template),
    kind === "vllm" || kind === "sglang" || kind === "aphrodite" ? stringAt(listed?.["root"]) : null,
    // LiteLLM's own version says nothing of the server behind it.
    kind === "litellm"
      ? stringAt(
          childOf(
            objectsIn(objectAt(seen, "/v1/model/info")?.["data"]).find(
              (each) => each["model_name"] === model,
            ) ?? null,
            "litellm_params",
          )?.["model"],
        )
      : null,
  ].filter((part) => part !== null);
  return parts.length === 0 || (kind === "litellm" && parts.length < 2) ? null : [kind, ...parts].join(" ");
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

import type { ListedModel, ServerIdentity } from "../presets/preset.ts";
import { presetForHost } from "../presets/presets.ts";
import { fingerprint } from "./fingerprint.ts";
import { MODELS, type Observations } from "./observation.ts";
import { readContext } from "./read-context.ts";
import { askedModel, readModels } from "./read-models.ts";
import { readSettings } from "./read-settings.ts";
import { readVersion } from "./read-version.ts";
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
  const asked = askedModel(models, model) ?? unlisted(model);
  const version = readVersion(seen, kind);
  const context = readContext(seen, { kind, model: asked });
  const answers = [...seen.values()];
  const list = seen.get(MODELS);
  return {
    kind,
    version,
    fingerprint: fingerprint(seen, { kind, version, model: asked }),
    toldBy: told?.by ?? null,
    models,
    contextTokens: context?.tokens ?? null,
    contextSource: context?.source ?? null,
    modelsStatus: list?.status ?? null,
    reachable: answers.some((each) => each.status !== null),
    loading: isLoading(seen, asked),
    suggestedEndpoint,
    latencyMs: list?.status == null ? null : list.durationMs,
    settings: readSettings(seen, { kind, model: asked?.id ?? null }),
    durationMs,
  };
}

/** Servers of one model answer to any name, so what they show holds for a name that they do not list. */
function unlisted(id: string | null): ListedModel | null {
  if (id === null) return null;
  return { id, loaded: null, contextTokens: null, ownedBy: null, status: null, generates: null };
}

/**
 * llama.cpp and ik_llama.cpp say 503 "Loading model" on all paths but the model list, llama-cpp-python 503 "Service is not
 * available"; llama.cpp's router has a state for each model. A gateway's own 503 (nothing behind it) is none of these.
 */
function isLoading(seen: Observations, asked: ListedModel | null): boolean {
  if (asked?.status === "loading" || asked?.status === "downloading") return true;
  return [...seen.values()].some(
    ({ status, text }) => status === 503 && /loading|Service is not available/i.test(text),
  );
}

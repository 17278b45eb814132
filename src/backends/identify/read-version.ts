import type { JsonValue } from "../../json-value.ts";
import type { ProviderId } from "../presets/preset.ts";
import { numberAt, type Observations, objectAt, stringAt } from "./observation.ts";

/** Where each kind shows its version. LM Studio, LMDeploy, mlx_lm, Jan, oMLX, TabbyAPI and llama-cpp-python show none to a GET. */
const VERSION_FIELDS: Partial<
  Readonly<Record<ProviderId, readonly (readonly [path: string, field: string])[]>>
> = {
  llamacpp: [["/props", "build_info"]],
  jan: [["/props", "build_info"]],
  // `/version` counts the versions of its API and is the same for a year of builds.
  ik_llama: [
    ["/props", "build_info"],
    ["/version", "version"],
  ],
  ollama: [["/api/version", "version"]],
  tgi: [["/info", "version"]],
  koboldcpp: [["/api/extra/version", "version"]],
  litellm: [["/health/readiness", "litellm_version"]],
  sglang: [
    ["/server_info", "version"],
    ["/get_server_info", "version"],
  ],
  vllm: [["/version", "version"]],
  aphrodite: [["/version", "version"]],
  localai: [["/version", "version"]],
};

export function readVersion(seen: Observations, kind: ProviderId): string | null {
  const shown = (VERSION_FIELDS[kind] ?? [])
    .map(([path, field]) => textOf(objectAt(seen, path)?.[field]))
    .find((text) => text !== null);
  return shown ?? (kind === "litellm" ? litellmHeader(seen) : null);
}

function textOf(value: JsonValue | undefined): string | null {
  return stringAt(value) ?? numberAt(value)?.toString() ?? null;
}

/** Only routes that reach a model carry it, and some GETs of older versions. */
function litellmHeader(seen: Observations): string | null {
  for (const { headers } of seen.values())
    if (headers["x-litellm-version"] !== undefined) return headers["x-litellm-version"];
  return null;
}

import type { ProviderId } from "../backends/presets/preset.ts";
import { preset } from "../backends/presets/presets.ts";
import type { DoctorEvidence } from "./doctor-evidence.ts";

/** The kind whose settings are advised: what the user says that it is, else what its answers told. */
export function serverKind({
  provider,
  identity,
}: Pick<DoctorEvidence, "provider" | "identity">): ProviderId {
  return provider.value === "auto" ? (identity?.kind ?? "generic") : preset(provider.value).id;
}

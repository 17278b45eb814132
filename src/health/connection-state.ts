import type { Capabilities } from "../backends/capabilities.ts";
import type { ServerIdentity } from "../backends/presets/preset.ts";
import type { ConnectionState } from "./doctor-evidence.ts";

export interface ConnectionSeen {
  readonly identity: ServerIdentity;
  readonly capabilities: Capabilities | null;
  readonly model: string | null;
  /** Nothing answers there, or nothing that is an API. */
  readonly dead: boolean;
}

/** The state from what was seen last and closest: the plain request where there was one, the model list otherwise. */
export function connectionState({ identity, capabilities, model, dead }: ConnectionSeen): ConnectionState {
  const baseline = capabilities?.baseline ?? "not_run";
  if (baseline === "failed") return "not_checked";
  if (baseline !== "not_run") return baseline;
  if (dead || !identity.reachable) return "unreachable";
  if (identity.loading) return "loading";
  if (identity.modelsStatus === 401 || identity.modelsStatus === 403) return "unauthorized";
  return model === null ? "not_checked" : "unreachable";
}

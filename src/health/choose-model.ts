import { askedModel } from "../backends/identify/read-models.ts";
import type { ServerIdentity } from "../backends/presets/preset.ts";
import type { Remark, SettingSeen } from "./doctor-evidence.ts";

/** The configured model; without one, a loaded one from the server's list, else the first listed. */
export function chooseModel(
  configured: SettingSeen<string | null>,
  {
    models,
    reachable,
    modelsStatus,
    kind,
  }: Pick<ServerIdentity, "models" | "reachable" | "modelsStatus" | "kind">,
): { readonly setting: SettingSeen<string | null>; readonly remarks: readonly Remark[] } {
  const listed = models.map((each) => each.id);
  if (configured.value !== null) {
    const known = listed.length === 0 || listed.some((id) => sameModel(id, configured.value!));
    return {
      setting: configured,
      remarks: known
        ? []
        : [{ code: "model_not_listed", args: { model: configured.value, listed: someOf(listed) } }],
    };
  }
  const chosen = askedModel(models, null);
  if (chosen === null) {
    return {
      setting: configured,
      remarks: reachable ? [{ code: "no_model", args: { status: modelsStatus, kind } }] : [],
    };
  }
  const why =
    models.length === 1
      ? "the only one listed"
      : chosen.loaded === true
        ? "since it is loaded"
        : "the first one listed";
  return {
    setting: { value: chosen.id, origin: "the server's list" },
    remarks: [{ code: "model_chosen", args: { model: chosen.id, why } }],
  };
}

/** Ollama lists `gemma3:latest` and answers to `gemma3`. */
function sameModel(listed: string, asked: string): boolean {
  return listed === asked || listed === `${asked}:latest`;
}

/** A list for a sentence, cut where a server lists hundreds. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, 6).join(", ");
  return names.length > 6 ? `${shown} and ${names.length - 6} more` : shown;
}

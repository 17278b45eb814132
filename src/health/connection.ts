import type { Rung } from "../backends/wire/rung.ts";
import type { ConnectionState, DoctorEvidence } from "./doctor-evidence.ts";

/** The part of the JSON that doctor and status share, and on which tools rely. Always whole; null where unknown. */
export interface ConnectionReport {
  readonly state: ConnectionState;
  readonly endpoint: string | null;
  readonly provider: string | null;
  readonly server: { readonly kind: string | null; readonly version: string | null };
  readonly model: string | null;
  readonly context_tokens: number | null;
  readonly mode: "auto" | "off";
  readonly rung: Rung;
  readonly wire_form: string;
  readonly verdict: string;
  readonly reason: string;
  /** RFC 3339. */
  readonly probed_at: string | null;
  readonly age_ms: number | null;
  readonly from_cache: boolean;
}

/** What calls will use now: with the mode off that is the floor, whatever the server would enforce. */
export function connectionReport(evidence: DoctorEvidence): ConnectionReport {
  const { capabilities, identity, mode } = evidence;
  const off = mode.value === "off";
  return {
    state: evidence.state,
    endpoint: evidence.endpoint.value,
    provider:
      capabilities?.key.provider ??
      (identity === null
        ? null
        : evidence.provider.value === "auto"
          ? identity.kind
          : evidence.provider.value),
    server: { kind: identity?.reachable === true ? identity.kind : null, version: identity?.version ?? null },
    model: evidence.model.value,
    context_tokens: identity?.contextTokens ?? null,
    mode: mode.value,
    rung: off ? "prompt_only" : (capabilities?.rung ?? "prompt_only"),
    wire_form: off ? "none" : (capabilities?.wireForm ?? "none"),
    verdict: off ? "skipped" : (capabilities?.verdict ?? "skipped"),
    reason: off
      ? `structured_decoding is off (${mode.origin})${wouldBe(evidence)}`
      : (capabilities?.reason ?? reasonWithout(evidence.state)),
    probed_at: capabilities?.probedAt ?? null,
    age_ms: evidence.ageMs,
    from_cache: evidence.fromCache,
  };
}

function wouldBe({ capabilities }: DoctorEvidence): string {
  if (capabilities === null || !capabilities.probed) return "";
  return capabilities.rung === "prompt_only"
    ? "; auto would get prompt_only as well"
    : `; auto would get ${capabilities.rung} as ${capabilities.wireForm}, ${capabilities.verdict}`;
}

function reasonWithout(state: ConnectionState): string {
  switch (state) {
    case "unconfigured":
      return "no endpoint is configured";
    case "unreachable":
      return "the endpoint does not answer";
    case "unauthorized":
      return "the server refuses the key";
    case "model_not_found":
      return "the server does not have the model";
    case "loading":
      return "the server is loading its model";
    case "ok":
    case "not_checked":
      return "nothing has been probed for this endpoint and model";
  }
}

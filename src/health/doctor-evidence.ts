import type { Capabilities } from "../backends/capabilities.ts";
import type { ServerIdentity } from "../backends/presets/preset.ts";
import type { HistoryDigest } from "../backends/store/read-history.ts";
import type { FindingArgs } from "./findings/finding.ts";
import type { FindingCode } from "./findings/finding-texts.ts";

/** A setting that doctor reports, with where it came from. */
export interface SettingSeen<T> {
  readonly value: T;
  /** For a person: `--endpoint`, `SLMCODE_MODEL`, `user: ~/.slmcode.json`, `default`, `found on this machine`. */
  readonly origin: string;
}

/** Something noticed while gathering that belongs to a check, already as a finding's code and arguments. */
export interface Remark {
  readonly code: FindingCode;
  readonly args: FindingArgs;
}

export type ConnectionState =
  | "ok"
  | "loading"
  | "unreachable"
  | "unauthorized"
  | "model_not_found"
  | "unconfigured"
  | "not_checked";

/** Everything that doctor's checks may look at. Gathered once, rendered as often as wanted. */
export interface DoctorEvidence {
  readonly generatedAt: string;
  readonly endpoint: SettingSeen<string | null>;
  readonly model: SettingSeen<string | null>;
  readonly provider: SettingSeen<string>;
  readonly mode: SettingSeen<"auto" | "off">;
  readonly keySent: boolean;
  readonly state: ConnectionState;
  readonly identity: ServerIdentity | null;
  readonly capabilities: Capabilities | null;
  readonly fromCache: boolean;
  readonly ageMs: number | null;
  readonly history: HistoryDigest;
  readonly readiness: { readonly score: number | null; readonly coverage: number | null };
  readonly remarks: readonly Remark[];
  readonly latencyMs: number | null;
}

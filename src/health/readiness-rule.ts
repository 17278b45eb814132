import type { Capabilities } from "../backends/capabilities.ts";
import type { ServerIdentity } from "../backends/presets/preset.ts";
import type { ConfigValues, KeyName } from "../config/keys.ts";
import type { ConnectionState } from "./doctor-evidence.ts";

/** What readiness judges: our own settings, and what the server reveals. */
export interface ReadinessEvidence {
  readonly values: ConfigValues;
  readonly state: ConnectionState;
  readonly endpoint: string | null;
  readonly identity: ServerIdentity | null;
  readonly capabilities: Capabilities | null;
  /** When the server was asked, RFC 3339. */
  readonly generatedAt: string;
}

export type RuleStatus = "pass" | "warn" | "fail" | "unknown";

/** Where a setting is changed: in our own file, or by the server's owner in the words of that server. */
export type Remedy =
  | {
      readonly kind: "client";
      readonly key: KeyName;
      readonly to: string | number | readonly string[] | null;
    }
  | { readonly kind: "server"; readonly text: string };

export interface RuleResult {
  readonly status: RuleStatus;
  readonly measured: string | number | boolean | null;
  readonly wanted: string;
  /** Where it was seen: `settings`, a path of the server, `probe`. */
  readonly basis: string;
  readonly remedy: Remedy | null;
}

/** One setting that makes small models fail. Adding a rule is one file and one line in the list. */
export interface ReadinessRule {
  readonly id: string;
  readonly title: string;
  /** Points; a rule that cannot be measured leaves the denominator. */
  readonly weight: number;
  /** A gate that fails caps the whole score: a mean would hide one fatal fault. */
  readonly gate?: boolean;
  readonly why: string;
  readonly judge: (evidence: ReadinessEvidence) => RuleResult;
}

export function unknown(wanted: string, basis: string): RuleResult {
  return { status: "unknown", measured: null, wanted, basis, remedy: null };
}

export function isReachable({ identity, state }: ReadinessEvidence): boolean {
  return identity?.reachable === true && state !== "unreachable" && state !== "unconfigured";
}

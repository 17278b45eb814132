import type { ConnectionState } from "./doctor-evidence.ts";
import type { Severity } from "./findings/finding.ts";

/** The least severity that makes a run fail. */
export type FailOn = "fail" | "warn" | "never";

export interface ExitCodeInput {
  readonly state: ConnectionState;
  readonly severities: readonly Severity[];
  readonly failOn: FailOn;
  readonly interrupted: boolean;
}

/** 0 healthy, 1 findings at or above the threshold, 3 could not check, 130 interrupted. `never` covers findings, not the lack of an answer. */
export function exitCodeFor({ state, severities, failOn, interrupted }: ExitCodeInput): 0 | 1 | 3 | 130 {
  if (interrupted) return 130;
  if (state !== "ok") return 3;
  const counts = (severity: Severity): boolean =>
    severity === "fail" || (severity === "warn" && failOn === "warn");
  return failOn !== "never" && severities.some(counts) ? 1 : 0;
}

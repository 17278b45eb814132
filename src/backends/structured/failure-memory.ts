import type { Rung } from "../wire/rung.ts";

/** What kind of failure it was, of all that a call can do something about. */
export type FailureKind =
  | "truncated"
  | "invalid_output"
  | "whitespace_runaway"
  | "thinking_spent_cap"
  | "cap_field_refused";

export type MemoryAction =
  | "raise_max_tokens"
  | "lower_rung"
  | "disable_thinking"
  | "swap_token_field"
  | "none";

/** What a failure is remembered by. */
export interface FailureFingerprint {
  readonly endpoint: string;
  readonly model: string;
  /** Contract, or the name of the caller's schema. */
  readonly contract: string;
  readonly kind: FailureKind;
}

export interface RememberedAction {
  readonly action: MemoryAction;
  readonly kind: FailureKind;
  /** For `raise_max_tokens`: the cap that was enough. For `lower_rung`: see `rung`. */
  readonly maxTokens: number | null;
  readonly rung: Rung | null;
}

/** How a failure was mended. `memory`: a remembered action applied up front kept it from happening. */
export type Mended = "memory" | "local_repair" | "round_trip" | "not";

/** The part of evolve that a call uses; handed in, since calls know nothing of files. */
export interface FailureMemory {
  /** Actions to apply before the first request. */
  readonly recall: (key: Omit<FailureFingerprint, "kind">) => Promise<readonly RememberedAction[]>;
  /** A failure, and the action that mended it. */
  readonly remember: (fingerprint: FailureFingerprint, action: RememberedAction) => Promise<void>;
  /** Did an action that was applied up front help this time? One that stops helping is dropped. */
  readonly report: (
    key: Omit<FailureFingerprint, "kind">,
    action: RememberedAction,
    helped: boolean,
  ) => Promise<void>;
  readonly count: (how: Mended) => Promise<void>;
}

import type { Issue } from "./issue.ts";

/** Tells where a value does not fit its schema. */
export interface Validator {
  /** Where the value does not fit, empty for a valid one. Never throws, and its time is bounded. */
  readonly validate: (value: unknown) => readonly Issue[];
}

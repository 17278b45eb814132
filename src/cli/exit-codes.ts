/** Exit codes, the same for every command, with and without `--json`. */
export const EXIT = {
  ok: 0,
  /** Findings at or above the threshold; a document that does not pass. */
  findings: 1,
  /** Wrong usage, or configuration or input that cannot be read. */
  usage: 2,
  /** Could not check: unreachable, not authorised. */
  couldNotCheck: 3,
  /** A bug in slmcode. */
  bug: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

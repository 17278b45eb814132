import type { RepairResult } from "../../repair/repair-result.ts";

/** A result as `--json` prints it, with its keys in this order. */
export function repairReport(result: RepairResult): object {
  const { status, value, text, rung, applied, offset, reason, open, warnings } = result;
  return { status, value, text, rung, applied, offset, reason, open, warnings };
}

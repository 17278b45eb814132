import type { RepairResult, RepairWarning } from "../../repair/repair-result.ts";
import { REPAIR_RUNGS } from "../../repair/repair-rung.ts";
import type { RepairStats } from "../../repair/repair-stats.ts";
import { plainText } from "../render/plain-text.ts";

/** What was done to a text, or why there is no value, in one line that is safe for a terminal. */
export function repairSentence(result: RepairResult): string {
  const warned = result.warnings.map((warning) => `; ${warningText(warning)}`).join("");
  return plainText(`${outcomeText(result)}${warned}`);
}

function outcomeText(result: RepairResult): string {
  if (result.status !== "ok") return `${result.status} at offset ${result.offset}: ${result.reason}`;
  return result.rung === "none" ? "valid as it is" : `mended: ${result.applied.join(", ")}`;
}

function warningText({ code, token }: RepairWarning): string {
  return code === "duplicate_key"
    ? `the key "${token}" stands more than once, and readers take the last`
    : `${token} stands as it was written, and many readers round it to ${Number(token)}`;
}

/** Rungs and outcomes, a line each. */
export function repairStatsText(stats: RepairStats): string {
  const { ok, truncated, unrepairable, rungs, warnings } = stats.counts();
  const used = REPAIR_RUNGS.filter((rung) => rungs[rung] > 0).map(
    (rung) => `  ${rung.padEnd(16)}${rungs[rung]}`,
  );
  const total = `${ok} ok, ${truncated} truncated, ${unrepairable} unrepairable, ${warnings} warnings`;
  return `${[total, ...used].join("\n")}\n`;
}

/** The repairs, in their fixed order. The result names the deepest that was needed. */
export const REPAIR_RUNGS = [
  "none",
  "fence",
  "extract",
  "comments",
  "trailing_comma",
  "missing_comma",
  "quotes",
  "python_bools",
  "number_forms",
  "control_chars",
  "escapes",
  "close_braces",
  "coerce",
] as const;

/** One of {@link REPAIR_RUNGS}. */
export type RepairRung = (typeof REPAIR_RUNGS)[number];

/** The rungs of a set in the fixed order. */
export function inOrder(rungs: Iterable<RepairRung>): readonly RepairRung[] {
  const set = new Set(rungs);
  return REPAIR_RUNGS.filter((rung) => set.has(rung));
}

export function deepest(rungs: Iterable<RepairRung>): RepairRung {
  return inOrder(rungs).at(-1) ?? "none";
}

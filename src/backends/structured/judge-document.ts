import { repair } from "../../repair/repair.ts";
import type { RepairResult } from "../../repair/repair-result.ts";
import type { RepairRung } from "../../repair/repair-rung.ts";
import { issuesText } from "./ask-again.ts";
import type { FormOutcome } from "./form-outcome.ts";
import type { OutputShape } from "./output-shape.ts";

type Judged = Exclude<FormOutcome, { kind: "failed" | "runaway" }>;

export interface DocumentJudgement {
  readonly outcome: Judged;
  /** A document of the schema, as the model wrote it. `null`: cut off, so that nobody can say. */
  readonly asWritten: boolean | null;
  /** Rungs of repair that were needed; empty where none was. */
  readonly repairs: readonly RepairRung[];
}

/** What an answer's text is worth. `capped`: the answer reached the cap of tokens. */
export function judgeDocument(text: string, shape: OutputShape, capped: boolean): DocumentJudgement {
  const repaired = repair(text);
  if (repaired.status === "truncated") return truncated(repaired.offset);
  // Only closers are missing, and the cap was reached: what else was to come nobody knows.
  if (repaired.status === "ok" && capped && repaired.applied.includes("close_braces"))
    return truncated(text.length);
  if (repaired.status !== "ok")
    return {
      outcome: { kind: "invalid", issues: [], problem: `It is not a JSON document: ${repaired.reason}.` },
      asWritten: false,
      repairs: [],
    };
  const issues = shape.validator.validate(repaired.value);
  const asWritten = issues.length === 0 && repaired.rung === "none";
  const made = issues.length === 0 ? repaired : coerced(text, shape);
  if (made === null)
    return {
      outcome: { kind: "invalid", issues, problem: `It does not fit:\n${issuesText(issues)}` },
      asWritten,
      repairs: [],
    };
  const repairRung = made.rung === "none" ? null : made.rung;
  return {
    outcome: { kind: "value", value: made.value, repairRung },
    asWritten,
    repairs: repairRung === null ? [] : made.applied,
  };
}

/** The value with its types mended by the schema, where exactly one reading is valid. */
function coerced(text: string, shape: OutputShape): Extract<RepairResult, { status: "ok" }> | null {
  const made = repair(text, { schema: shape.constraint.schema });
  return made.status === "ok" && shape.validator.validate(made.value).length === 0 ? made : null;
}

function truncated(offset: number): DocumentJudgement {
  return { outcome: { kind: "truncated", offset }, asWritten: null, repairs: [] };
}

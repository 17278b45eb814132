import type { Capabilities, Evidence } from "../capabilities.ts";
import { RUNGS, type Rung } from "../wire/rung.ts";
import { WIRE_FORMS } from "../wire/wire-forms.ts";

export type Negotiated = Pick<Capabilities, "rung" | "wireForm" | "verdict" | "reason" | "provisional">;

/** The strongest enforced form, then the strongest misrouted one, then the floor; with the why in one sentence. */
export function negotiate(evidence: readonly Evidence[]): Negotiated {
  const ordered = [...evidence].sort((a, b) => strength(a) - strength(b));
  const winner =
    ordered.find((each) => each.verdict === "enforced") ??
    ordered.find((each) => each.verdict === "misrouted");
  const provisional = ordered.some(
    (each) =>
      each.passing &&
      (winner === undefined || strength(each) < strength(winner)) &&
      !sameRungWon(each, winner),
  );
  if (winner === undefined) {
    return {
      rung: "prompt_only",
      wireForm: "none",
      verdict: "skipped",
      reason: floorReason(ordered),
      provisional,
    };
  }
  return {
    rung: winner.rung,
    wireForm: winner.wireForm,
    verdict: winner.verdict,
    reason: `${winner.rung} as ${winner.wireForm}: ${winner.reason}`,
    provisional,
  };
}

function sameRungWon(each: Evidence, winner: Evidence | undefined): boolean {
  return winner !== undefined && winner.rung === each.rung && winner.verdict === "enforced";
}

const POSITION: ReadonlyMap<string, number> = new Map(WIRE_FORMS.map((form, index) => [form.id, index]));

function strength(evidence: Evidence): number {
  return POSITION.get(evidence.wireForm) ?? WIRE_FORMS.length;
}

/** Why nothing holds: one clause a rung, the most telling form of each, with the server's own words where it spoke. */
function floorReason(ordered: readonly Evidence[]): string {
  const clauses: string[] = [];
  for (const rung of RUNGS) {
    const telling = mostTelling(ordered.filter((each) => each.rung === rung));
    if (telling !== null) clauses.push(`${rung} ${clauseOf(telling)}`);
  }
  return clauses.length === 0 ? "no constraint was tried" : `no constraint holds: ${clauses.join("; ")}`;
}

const TELLING = ["crashed", "stalled", "inconclusive", "ignored", "rejected"] as const;

function mostTelling(evidence: readonly Evidence[]): Evidence | null {
  for (const verdict of TELLING) {
    const found = evidence.find((each) => each.verdict === verdict);
    if (found !== undefined) return found;
  }
  return null;
}

function clauseOf({ verdict, weakerEffect, serverMessage, wireForm }: Evidence): string {
  const effect = weakerEffect === null ? "" : ` (${weakerEffect})`;
  const words = serverMessage === null ? "" : `, "${serverMessage}"`;
  return `is ${verdict}${effect} as ${wireForm}${words}`;
}

/** True when a form of this or a stronger rung is already good enough to stop a default probe. */
export function isSettled(evidence: readonly Evidence[], rung: Rung): boolean {
  return evidence.some(
    (each) => each.verdict === "enforced" && RUNGS.indexOf(each.rung) <= RUNGS.indexOf(rung),
  );
}

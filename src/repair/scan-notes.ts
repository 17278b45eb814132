import type { RepairWarning } from "./repair-result.ts";
import type { RepairRung } from "./repair-rung.ts";

const NO_RUNGS: ReadonlySet<RepairRung> = new Set();
const NO_WARNINGS: readonly RepairWarning[] = [];

/** The rungs that a document needed and what it is warned of. Sets are made for the first alone: most documents have none, and a text may hold a hundred thousand. */
export class ScanNotes {
  #rungs: Set<RepairRung> | null = null;
  #warnings: RepairWarning[] | null = null;

  get rungs(): ReadonlySet<RepairRung> {
    return this.#rungs ?? NO_RUNGS;
  }

  get warnings(): readonly RepairWarning[] {
    return this.#warnings ?? NO_WARNINGS;
  }

  add(rung: RepairRung): void {
    this.#rungs ??= new Set();
    this.#rungs.add(rung);
  }

  warn(code: RepairWarning["code"], offset: number, token: string): void {
    this.#warnings ??= [];
    this.#warnings.push({ code, offset, token: token.slice(0, 80) });
  }
}

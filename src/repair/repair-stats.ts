import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../json-value.ts";
import type { RepairResult } from "./repair-result.ts";
import { REPAIR_RUNGS, type RepairRung } from "./repair-rung.ts";

export interface RepairCounts {
  readonly ok: number;
  readonly truncated: number;
  readonly unrepairable: number;
  /** Values by the deepest rung that was needed. */
  readonly rungs: Readonly<Record<RepairRung, number>>;
  readonly warnings: number;
}

/** Counts what repairs came to; two counts can be added, and written down. */
export class RepairStats {
  #ok = 0;
  #truncated = 0;
  #unrepairable = 0;
  #warnings = 0;
  readonly #rungs = new Map<RepairRung, number>();

  add(result: RepairResult): void {
    this.#warnings += result.warnings.length;
    if (result.status === "truncated") this.#truncated += 1;
    else if (result.status === "unrepairable") this.#unrepairable += 1;
    else {
      this.#ok += 1;
      this.#rungs.set(result.rung, (this.#rungs.get(result.rung) ?? 0) + 1);
    }
  }

  merge(other: RepairStats): void {
    const counts = other.counts();
    this.#ok += counts.ok;
    this.#truncated += counts.truncated;
    this.#unrepairable += counts.unrepairable;
    this.#warnings += counts.warnings;
    for (const rung of REPAIR_RUNGS)
      if (counts.rungs[rung] > 0) this.#rungs.set(rung, (this.#rungs.get(rung) ?? 0) + counts.rungs[rung]);
  }

  counts(): RepairCounts {
    const rungs = Object.fromEntries(
      REPAIR_RUNGS.map((rung) => [rung, this.#rungs.get(rung) ?? 0]),
    ) as Record<RepairRung, number>;
    return {
      ok: this.#ok,
      truncated: this.#truncated,
      unrepairable: this.#unrepairable,
      rungs,
      warnings: this.#warnings,
    };
  }

  /** Answers that were mended here, without asking again. */
  get mended(): number {
    return this.#ok - (this.#rungs.get("none") ?? 0);
  }

  toJSON(): RepairCounts {
    return this.counts();
  }

  /** The counts that `JSON.stringify` wrote; what cannot be read counts as nothing. */
  static fromJson(text: string): RepairStats {
    const stats = new RepairStats();
    const value = parseJson(text);
    if (!isJsonObject(value)) return stats;
    stats.#ok = count(value["ok"]);
    stats.#truncated = count(value["truncated"]);
    stats.#unrepairable = count(value["unrepairable"]);
    stats.#warnings = count(value["warnings"]);
    const rungs: JsonObject = isJsonObject(value["rungs"]) ? value["rungs"] : {};
    for (const rung of REPAIR_RUNGS) if (count(rungs[rung]) > 0) stats.#rungs.set(rung, count(rungs[rung]));
    return stats;
  }
}

function count(value: JsonValue | undefined): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

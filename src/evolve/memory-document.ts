import type { FailureFingerprint, Mended, RememberedAction } from "../backends/structured/failure-memory.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";

/** One remembered action: what happened, what helped, and how it has done since. */
export interface MemoryEntry {
  readonly endpoint: string;
  readonly model: string;
  readonly contract: string;
  readonly kind: FailureFingerprint["kind"];
  readonly action: RememberedAction["action"];
  readonly maxTokens: number | null;
  readonly rung: RememberedAction["rung"];
  /** RFC 3339. */
  readonly learnedAt: string;
  /** Times it was applied up front, and helped. */
  readonly applied: number;
  readonly helped: number;
  /** Times in a row that it did not. */
  readonly missed: number;
}

export type MendedCounts = Readonly<Record<Mended, number>>;

export interface MemoryDocument extends JsonObject {
  readonly version: 1;
  readonly entries: { readonly [id: string]: JsonObject };
  readonly mended: { readonly [how: string]: number };
}

export const EMPTY_MEMORY: MemoryDocument = { version: 1, entries: {}, mended: {} };

/** An action that did not help so often in a row is dropped. */
const DROPPED_AFTER = 2;
const MAX_ENTRIES = 500;

export const MENDED: readonly Mended[] = ["memory", "local_repair", "round_trip", "not"];

export function validateMemory(document: JsonObject): MemoryDocument | null {
  const { entries, mended } = document;
  return isJsonObject(entries) && isJsonObject(mended) ? (document as MemoryDocument) : null;
}

export function memoryId({ endpoint, model, contract, kind }: FailureFingerprint): string {
  return JSON.stringify([endpoint, model, contract, kind]);
}

/** The entries that can be read; damaged ones are passed over. */
export function entriesOf({ entries }: MemoryDocument): readonly MemoryEntry[] {
  return Object.values(entries).flatMap((each) => {
    const entry = each as unknown as Partial<MemoryEntry>;
    const isWhole =
      [entry.endpoint, entry.model, entry.contract, entry.kind, entry.action].every(
        (part) => typeof part === "string",
      ) &&
      (entry.action !== "raise_max_tokens" || isCount(entry.maxTokens));
    return isWhole
      ? [
          {
            maxTokens: null,
            rung: null,
            learnedAt: "",
            applied: 0,
            helped: 0,
            missed: 0,
            ...entry,
          } as MemoryEntry,
        ]
      : [];
  });
}

export function withEntry(document: MemoryDocument, id: string, entry: MemoryEntry): MemoryDocument {
  const entries: Record<string, JsonObject> = { ...document.entries, [id]: entry as unknown as JsonObject };
  const names = Object.keys(entries);
  for (const name of names.slice(0, Math.max(0, names.length - MAX_ENTRIES))) delete entries[name];
  return { ...document, entries };
}

/** The entry after one more use; without it once it has stopped helping. */
export function withReport(document: MemoryDocument, id: string, helped: boolean): MemoryDocument {
  const known = document.entries[id] as unknown as MemoryEntry | undefined;
  if (known === undefined) return document;
  const missed = helped ? 0 : number(known.missed) + 1;
  if (missed >= DROPPED_AFTER) {
    const { [id]: _dropped, ...entries } = document.entries;
    return { ...document, entries };
  }
  return withEntry(document, id, {
    ...known,
    missed,
    applied: number(known.applied) + 1,
    helped: number(known.helped) + (helped ? 1 : 0),
  });
}

export function withCount(document: MemoryDocument, how: Mended): MemoryDocument {
  return { ...document, mended: { ...document.mended, [how]: number(document.mended[how]) + 1 } };
}

export function countsOf({ mended }: MemoryDocument): MendedCounts {
  return Object.fromEntries(MENDED.map((how) => [how, number(mended[how])])) as MendedCounts;
}

/** Of the failures that were mended, the share that cost no further request; `null` when there were none. */
export function savedShare(counts: MendedCounts): number | null {
  const saved = counts.memory + counts.local_repair;
  const mended = saved + counts.round_trip;
  return mended === 0 ? null : saved / mended;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function number(value: JsonValue | undefined): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

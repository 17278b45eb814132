import type { OpenPart, RepairWarning } from "./repair-result.ts";
import type { RepairRung } from "./repair-rung.ts";

export interface ScanOptions {
  /** Levels of nesting; more is refused with a clear reason. */
  readonly maxDepth: number;
  /** The marks of a fence that opened around the document: they end the document as well. */
  readonly fence: string | null;
}

export type Scan =
  | {
      readonly kind: "complete";
      readonly end: number;
      readonly json: string;
      readonly rungs: ReadonlySet<RepairRung>;
      readonly warnings: readonly RepairWarning[];
      readonly closedMismatch: boolean;
      /** A closer that is the first of its line does not stand under the line of its opener. */
      readonly misaligned: boolean;
    }
  | { readonly kind: "cut"; readonly open: OpenPart; readonly rungs: ReadonlySet<RepairRung> }
  | { readonly kind: "broken"; readonly offset: number; readonly reason: string };

/** A document found in a text, or the attempt at one. */
export interface Candidate {
  readonly start: number;
  readonly fenced: boolean;
  /** So little that prose may hold it by accident: a citation such as `[1]`, or empty brackets. */
  readonly weak: boolean;
  /** A citation in a running sentence. */
  readonly cited: boolean;
  readonly scan: Scan;
}

export type Complete = Candidate & { readonly scan: Extract<Scan, { kind: "complete" }> };

/** A number or literal as JSON, and whether it had to be written anew. */
export interface ScalarText {
  readonly json: string;
  readonly repaired: boolean;
}

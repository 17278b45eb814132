import type { JsonValue } from "../json-value.ts";
import type { RepairRung } from "./repair-rung.ts";

/** Something in the text that JSON allows and that loses data. It is told and not mended. */
export interface RepairWarning {
  /** `duplicate_key`: the last one counts, as in JSON.parse. `unsafe_integer`: beyond 2^53, rounded by JSON.parse, or so large (1e400) that it makes Infinity of it. */
  readonly code: "duplicate_key" | "unsafe_integer";
  /** Into the text that was given. */
  readonly offset: number;
  /** The key or the digits, cut to 80 characters. */
  readonly token: string;
}

/** What a cut document had open. */
export type OpenPart = "string" | "key" | "number" | "literal" | "structure" | "reasoning";

export const OPEN_PART_WORDS: Readonly<Record<OpenPart, string>> = {
  string: "a string",
  key: "a key",
  number: "a number",
  literal: "a literal",
  structure: "a container",
  reasoning: "reasoning",
};

/** The value that was meant, or why there is none. Offsets are in UTF-16 code units of the text that was given. */
export type RepairResult =
  | {
      readonly status: "ok";
      readonly value: JsonValue;
      /** JSON text of the value; for rung `none` the text that was given, byte for byte. */
      readonly text: string;
      /** The deepest rung that was needed. */
      readonly rung: RepairRung;
      /** All that were applied, in their order. */
      readonly applied: readonly RepairRung[];
      readonly offset: null;
      readonly reason: null;
      readonly open: null;
      readonly warnings: readonly RepairWarning[];
    }
  | {
      /** Cut off: what is missing nobody knows, so nothing is closed. */
      readonly status: "truncated";
      readonly value: null;
      readonly text: null;
      readonly rung: null;
      readonly applied: readonly RepairRung[];
      /** Where the text ends. */
      readonly offset: number;
      readonly reason: string;
      readonly open: OpenPart;
      readonly warnings: readonly RepairWarning[];
    }
  | {
      /** No reading, or more than one. */
      readonly status: "unrepairable";
      readonly value: null;
      readonly text: null;
      readonly rung: null;
      readonly applied: readonly RepairRung[];
      /** Where it went wrong. */
      readonly offset: number;
      readonly reason: string;
      readonly open: null;
      readonly warnings: readonly RepairWarning[];
    };

/** For those who would rather throw: the document was cut off. */
export class TruncatedError extends Error {
  override readonly name: string = "TruncatedError";
  readonly code = "ERR_TRUNCATED" as const;
  readonly offset: number;
  readonly open: OpenPart;

  constructor({ offset, open }: { readonly offset: number; readonly open: OpenPart }) {
    super(`the document is cut off at offset ${offset}, inside ${OPEN_PART_WORDS[open]}`);
    this.offset = offset;
    this.open = open;
  }
}

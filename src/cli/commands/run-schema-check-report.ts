import type { Issue } from "../../schema/issue.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Difference } from "./run-schema-difference.ts";

/** What the grammar says of a document. `null` throughout where the schema has no grammar. */
export interface GrammarVerdict {
  readonly accepted: boolean | null;
  /** The first character (UTF-16 units, from 0) after which nothing that the grammar accepts can follow. */
  readonly offset: number | null;
  readonly line: number | null;
  readonly column: number | null;
  /** Why it refuses a document that the validator takes. */
  readonly reason: Difference | null;
  /** Why there is no grammar: a place in the schema. */
  readonly error: { readonly pointer: string; readonly message: string } | null;
}

export interface CheckReport {
  readonly schema_version: 1;
  readonly contract: string | null;
  readonly document: string;
  /** The document fits: the validator takes it, and it says nothing twice. */
  readonly valid: boolean;
  /** Why the document is no JSON; the rest is then empty. */
  readonly not_json: string | null;
  readonly issues: readonly Issue[];
  readonly grammar: GrammarVerdict;
  readonly exit_code: ExitCode;
}

import type { JsonValue } from "../../json-value.ts";
import type { Issue } from "../../schema/issue.ts";
import type { Failure } from "../transport/failure.ts";

/** How the requests of one form came out. */
export type FormOutcome =
  | {
      readonly kind: "value";
      readonly value: JsonValue;
      readonly repairRung: string | null;
    }
  | {
      readonly kind: "invalid";
      readonly issues: readonly Issue[];
      readonly problem: string;
    }
  | { readonly kind: "truncated"; readonly offset: number | null }
  /** White space without end under a constraint. */
  | { readonly kind: "runaway" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** A role: who is asked, in which shape it answers, and by which decoding rules. What is left away follows from the id. */
export interface RoleSpec {
  readonly id: string;
  readonly description?: string;
  /** The contract that its answer must fit; `null` for free text. */
  readonly schemaRole?: string | null;
  /** Names of tools that it may call. */
  readonly tools?: readonly string[];
  /** The answer is one JSON object and nothing else. */
  readonly jsonOnly?: boolean;
  /** One tool call a message. */
  readonly serialTools?: boolean;
  readonly stop?: readonly string[];
  /** What it is told, without the shape of its answer, which is made from the contract. */
  readonly instructions?: string;
}

/** A role with its decoding contract filled in. */
export type NormalizedRole = RoleSpec &
  Required<Pick<RoleSpec, "schemaRole" | "jsonOnly" | "serialTools" | "stop">>;

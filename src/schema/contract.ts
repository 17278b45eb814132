import type { JsonObject, JsonValue } from "../json-value.ts";
import type { ObjectSchema } from "./subset.ts";

/** The contracts, in the order in which they are listed. */
export const CONTRACT_NAMES = [
  "plan",
  "tasks",
  "review",
  "tester",
  "clarify",
  "escalate",
  "composition",
  "scope_judge",
  "worker",
  "explore",
  "docs",
  "architect",
  "coordinator",
  "orchestrator",
  "placeholder",
  "lessons",
] as const;

/** One of {@link CONTRACT_NAMES}. */
export type ContractName = (typeof CONTRACT_NAMES)[number];

/** A named output: what an answer must look like. */
export interface Contract {
  readonly name: ContractName;
  /** One sentence: what an answer of this kind says. */
  readonly description: string;
  /** True where the schema fits OpenAI's strict mode (see `strictViolations`). */
  readonly strict: boolean;
  /**
   * Within the subset. Where an answer holds a judgement, what it rests on is declared before it and sorts before it, because a
   * decoder writes properties in declared order and some servers (Ollama's chat path, LocalAI) sort them.
   */
  readonly schema: ObjectSchema;
  readonly example: JsonObject;
  /** A mistake that small models make here. */
  readonly counterExample: { readonly value: JsonValue; readonly why: string };
}

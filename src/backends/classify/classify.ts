import type { Failure, FailureClass } from "../transport/failure.ts";
import { classifyHttp } from "./classify-http.ts";
import { classifyTransport } from "./classify-transport.ts";

/** What a failure is about. `capability`: the server does not have our constraint field at all. */
export type FailureScope =
  | "capability"
  | "schema"
  | "combination"
  | "sampling"
  | "auth"
  | "model"
  | "quota"
  | "overflow"
  | "request"
  | "none";

/** What mends the request at less cost than the next rung. */
export type Remedy =
  | "lower_max_tokens"
  | "raise_max_tokens"
  | "use_max_completion_tokens"
  | "drop_temperature"
  | "drop_think"
  | "drop_strict"
  | "strictify_or_drop_strict"
  | "wrap_root"
  | "simplify_schema"
  | "fix_shape"
  | "send_one_constraint"
  | "repair_failed_generation"
  | "stream"
  | "no_stream";

/** What a failure means: whether another try makes sense and when, and whose fault it is. docs/errors.md has the rules. */
export interface Classification {
  readonly class: FailureClass;
  /** One short sentence of ours. */
  readonly reason: string;
  /** The server's own innermost sentence, cleaned and redacted; `null` where it said nothing. */
  readonly serverMessage: string | null;
  /** The server's hint, unclamped. */
  readonly retryAfterMs: number | null;
  /** RFC 3339: when a limit ends that is too far away to wait for. */
  readonly resetsAt: string | null;
  /** The request field that the body refuses by name. */
  readonly refusesField: string | null;
  readonly scope: FailureScope;
  /** The refusal is about our constraint field as such: the form is not to be used with this server again. */
  readonly demote: boolean;
  /** False where the class says retry and sense says stop: hours to wait, a model that failed to load. */
  readonly worthRetrying: boolean;
  /** A cheaper remedy than the next rung. */
  readonly action: Remedy | null;
  /** The status that counts: the one in the body of a 200, where there is one. */
  readonly effectiveStatus: number | null;
}

/** Classes a failure: a table, text before status where the text is plain. Pure, and never throws. */
export function classify(failure: Failure): Classification {
  return "error" in failure && Array.isArray(failure.error)
    ? classifyTransport(failure)
    : classifyHttp(failure as Exclude<Failure, { error: unknown }>);
}

/**
 * What went wrong with one HTTP exchange, as plain data. It is exactly what `classify` reads, so a failure can
 * be stored, tested and classed again. It never holds a key or a prompt.
 */
export type Failure = HttpFailure | TransportFailure;

/** The server answered, and the answer is not a completion (any status, 200 included). */
export interface HttpFailure {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly context?: FailureContext;
}

/** There was no whole HTTP answer. */
export interface TransportFailure {
  /** The chain of causes, outermost first. */
  readonly error: readonly ErrorLink[];
  readonly context?: FailureContext;
}

export interface ErrorLink {
  readonly name?: string;
  readonly code?: string | number | null;
  readonly message?: string;
  /** Something else than an Error was thrown. */
  readonly primitive?: string;
}

/** Circumstances that an answer alone does not show. */
export interface FailureContext {
  /** Milliseconds since the epoch or RFC 3339; the base for dates in hints when the answer has no `date` header. */
  readonly now?: number | string;
  readonly stream?: boolean;
  /** The caller's own signal was aborted. */
  readonly local_abort?: boolean;
  /** Our own deadline passed. */
  readonly local_timeout?: boolean;
}

/** What a failure may be. `transient` and `rate_limited` are worth another try, the others are not. */
export const FAILURE_CLASSES = [
  "transient",
  "rate_limited",
  "permanent",
  "context_overflow",
  "canceled",
  "unknown",
] as const;

/** One of {@link FAILURE_CLASSES}. */
export type FailureClass = (typeof FAILURE_CLASSES)[number];

/** A mistake of the person at the keyboard: printed as one line without a stack, exit code 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
  /** What to do next; printed on a line of its own. */
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}

import { type Context, createContext, Script } from "node:vm";

export type DeadlineResult<Value> =
  | { readonly done: true; readonly value: Value }
  /** Out of time, or out of stack. Nothing of the work is left running. */
  | { readonly done: false; readonly why: "time" | "stack" };

const SCRIPT = new Script("run()");
const slot: { run: () => void } = { run: () => {} };
let context: Context | null = null;

/**
 * Runs synchronous work and stops it at the deadline, in the middle of a regular expression too: node:vm ends everything that runs in
 * the isolate, not the script alone. What else the work throws is thrown on.
 */
export function runWithDeadline<Value>(work: () => Value, limitMs: number): DeadlineResult<Value> {
  context ??= createContext(slot);
  let result: { readonly value: Value } | null = null;
  slot.run = () => {
    result = { value: work() };
  };
  try {
    SCRIPT.runInContext(context, { timeout: limitMs });
    return { done: true, value: (result as unknown as { readonly value: Value }).value };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
      return { done: false, why: "time" };
    if (error instanceof RangeError) return { done: false, why: "stack" };
    throw error;
  } finally {
    slot.run = () => {};
  }
}

import type { JsonValue } from "../../json-value.ts";
import { callStructured } from "./call-structured.ts";
import type { StructuredEvent, StructuredRequest, StructuredResult } from "./structured-call.ts";

/** What happens on the way, and at last the result. */
export type StructuredStreamEvent<Value = JsonValue> =
  | StructuredEvent
  | { readonly type: "result"; readonly result: StructuredResult<Value> };

/**
 * The structured call as a stream: every event as it happens, the result last. Leaving the loop early cancels the call.
 * Pieces of text are for progress: a later attempt may start over, and only the result is validated.
 */
export async function* streamStructured(
  request: StructuredRequest,
): AsyncGenerator<StructuredStreamEvent, void, undefined> {
  const queue: StructuredStreamEvent[] = [];
  let wake = (): void => {};
  const push = (event: StructuredStreamEvent): void => {
    queue.push(event);
    wake();
  };
  const stop = new AbortController();
  const signal = request.signal === undefined ? stop.signal : AbortSignal.any([request.signal, stop.signal]);
  const onEvent = (event: StructuredEvent): void => {
    request.onEvent?.(event);
    push(event);
  };
  let failure: { readonly error: unknown } | null = null;
  const call = callStructured({ ...request, signal, onEvent }).then(
    (result) => push({ type: "result", result }),
    (error: unknown) => {
      failure = { error };
      wake();
    },
  );
  try {
    for (;;) {
      const event = queue.shift();
      if (event !== undefined) {
        yield event;
        if (event.type === "result") return;
      } else if (failure !== null) throw (failure as { error: unknown }).error;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (queue.length > 0 || failure !== null) resolve();
        });
      }
    }
  } finally {
    stop.abort();
    await call;
  }
}

import type { Io } from "../io.ts";

/** An answer within this time needs no progress, and loads nothing for it. */
const PATIENCE_MS = 300;

/** Does the work, and says on a terminal that an answer is waited for when it takes longer than a glance. */
export async function withLateProgress<Value>(
  work: () => Promise<Value>,
  io: Io,
  colorFlag?: false,
): Promise<Value> {
  if (!io.stderrIsTerminal) return await work();
  const done = new AbortController();
  const shown = show(io, colorFlag, done.signal);
  try {
    return await work();
  } finally {
    done.abort();
    await shown;
  }
}

async function show(io: Io, colorFlag: false | undefined, done: AbortSignal): Promise<void> {
  const { setTimeout: delay } = await import("node:timers/promises");
  await delay(PATIENCE_MS, undefined, { signal: done }).catch(() => {});
  if (done.aborted) return;
  const { createProgress } = await import("./progress.ts");
  const progress = await createProgress(io, colorFlag);
  if (done.aborted) return;
  progress.step("waiting for the endpoint to answer");
  await new Promise<void>((resolve) => {
    if (done.aborted) resolve();
    else done.addEventListener("abort", () => resolve(), { once: true });
  });
  progress.stop();
}

import type { ProbeWorld } from "../../src/backends/probe/probe-session.ts";
import { systemClock } from "../../src/backends/retry/clock.ts";
import { createTransport } from "../../src/backends/transport/transport.ts";

/** The real network and clock, to be closed when the tests are over. */
export function testWorld(): ProbeWorld & { readonly close: () => Promise<void> } {
  const transport = createTransport();
  return {
    complete: transport.complete,
    get: transport.get,
    close: transport.close,
    now: systemClock.now,
    sleep: systemClock.sleep,
    random: Math.random,
  };
}

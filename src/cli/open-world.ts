import type { ProbeWorld } from "../backends/probe/probe-session.ts";
import { systemClock } from "../backends/retry/clock.ts";
import { openStore, type Store } from "../backends/store/store.ts";
import { createTransport } from "../backends/transport/transport.ts";
import { dataDirectories } from "../data-directory.ts";
import type { Io } from "./io.ts";

/** The real network, clock and random numbers. */
export function openWorld(): ProbeWorld & { readonly close: () => Promise<void> } {
  const transport = createTransport();
  return {
    complete: transport.complete,
    get: transport.get,
    now: systemClock.now,
    sleep: systemClock.sleep,
    random: Math.random,
    close: transport.close,
  };
}

export async function openUserStore(io: Io, warn: (sentence: string) => void): Promise<Store> {
  return openStore({ directories: await dataDirectories(io.env), warn });
}

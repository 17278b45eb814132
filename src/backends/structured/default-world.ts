import type { ProbeWorld } from "../probe/probe-session.ts";
import { systemClock } from "../retry/clock.ts";
import { createTransport } from "../transport/transport.ts";

let world: ProbeWorld | undefined;

/** The real network with one pool of connections for the process, made by the first call that needs it. */
export async function defaultWorld(): Promise<ProbeWorld> {
  if (world === undefined) {
    const { complete, get } = createTransport();
    world = { complete, get, now: systemClock.now, sleep: systemClock.sleep, random: Math.random };
  }
  return world;
}

import type { Capabilities, CapabilitiesKey } from "../capabilities.ts";
import { zeroCapabilities } from "../capabilities.ts";
import { identify } from "../identify/identify.ts";
import type { ServerIdentity } from "../presets/preset.ts";
import { preset as presetOf } from "../presets/presets.ts";
import type { Target } from "../transport/completion.ts";
import type { WireFormId } from "../wire/wire-forms.ts";
import { crashedFormsOf } from "./crashed-forms.ts";
import { type RunProbeOptions, runProbe } from "./run-probe.ts";

/** What a probe remembers from one process to the next. */
export interface CapabilitiesMemory {
  /** Evidence that still holds for that fingerprint; `null` where there is none. */
  readonly read: (key: CapabilitiesKey, fingerprint: string | null) => Promise<Capabilities | null>;
  /** What a server of that fingerprint died of, however old or provisional the rest of the evidence is. */
  readonly crashedForms?: (
    key: CapabilitiesKey,
    fingerprint: string | null,
  ) => Promise<readonly WireFormId[]>;
  /** Keeps it, and answers what holds now (a call may have demoted a form in the meantime). */
  readonly write: (capabilities: Capabilities) => Promise<Capabilities>;
}

export interface ProbeOptions extends RunProbeOptions {
  /** What cheap GETs showed; asked for here when it is not given. */
  readonly identity?: ServerIdentity | undefined;
  readonly memory?: CapabilitiesMemory | undefined;
  /** Measure again, whatever is remembered. @default false */
  readonly refresh?: boolean;
}

/** A provisional result is used for this long before the stronger forms are tried again. */
const PROVISIONAL_MS = 10 * 60_000;

interface Remembered {
  readonly capabilities: Capabilities;
  readonly at: number;
}

/** A probe under way. It ends early only when all who wait for it have gone. */
interface Flight {
  readonly result: Promise<Capabilities>;
  readonly controller: AbortController;
  readonly target: Target;
  waiting: number;
}

const remembered = new Map<string, Remembered>();
const flights = new Map<string, Flight>();

/**
 * What the endpoint enforces for this model: from this process's memory, else from disk while the fingerprint is the
 * same, else by probing. Callers of one key at the same time share one probe. Never throws for what a server does, and
 * never takes longer than `probeTimeoutMs` (but see `waitForLoad`).
 */
export async function probe(target: Target, options: ProbeOptions): Promise<Capabilities> {
  const id = JSON.stringify([target.endpoint, target.provider, target.model]);
  const known = remembered.get(id);
  if (options.refresh !== true && known !== undefined && isUsable(known, options)) return known.capabilities;

  const flightId = `${id}${options.all === true ? " all" : ""}`;
  const flight = flights.get(flightId) ?? takeOff(flightId, target, options, id);
  flight.waiting += 1;
  return await waitFor(flight, options.signal);
}

function takeOff(flightId: string, target: Target, options: ProbeOptions, id: string): Flight {
  const controller = new AbortController();
  const before = remembered.get(id)?.capabilities;
  const result = find(target, { ...options, signal: controller.signal }, before)
    .then((capabilities) => {
      remembered.set(id, { capabilities, at: options.world.now() });
      return capabilities;
    })
    .catch((error: unknown) =>
      zeroCapabilities(
        keyOf(target),
        `the probe itself failed: ${error instanceof Error ? error.message : String(error)}`,
      ),
    )
    .finally(() => flights.delete(flightId));
  const flight: Flight = { result, controller, target, waiting: 0 };
  flights.set(flightId, flight);
  return flight;
}

/** The last to leave ends the flight and takes what it has seen so far; the others leave with the floor. */
async function waitFor(flight: Flight, signal: AbortSignal | undefined): Promise<Capabilities> {
  if (signal === undefined) return await flight.result;
  let leave = (): void => {};
  const left = new Promise<"left">((resolve) => {
    leave = () => resolve("left");
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
  const first = await Promise.race([flight.result, left]);
  signal.removeEventListener("abort", leave);
  if (first !== "left") return first;
  flight.waiting -= 1;
  if (flight.waiting === 0) flight.controller.abort();
  return flight.waiting === 0 ? await flight.result : zeroCapabilities(keyOf(flight.target), "interrupted");
}

/** Drops what this process remembers of the endpoint, so that the next caller looks again. */
export function forgetProbe(target: Pick<Target, "endpoint">): void {
  for (const id of remembered.keys())
    if ((JSON.parse(id) as string[])[0] === target.endpoint) remembered.delete(id);
}

function isUsable({ capabilities, at }: Remembered, { world, all }: ProbeOptions): boolean {
  if (capabilities.provisional) return world.now() - at < PROVISIONAL_MS && capabilities.probed;
  return all !== true || coversAll(capabilities);
}

/** Did every form that could be sent get its answer? */
function coversAll({ evidence }: Capabilities): boolean {
  return evidence.every((each) => each.wireForm === "none" || each.verdict !== "skipped");
}

function keyOf({ provider, endpoint, model }: Target): CapabilitiesKey {
  return { provider, endpoint, model };
}

async function find(
  target: Target,
  options: ProbeOptions,
  before: Capabilities | undefined,
): Promise<Capabilities> {
  const { memory, world } = options;
  const startedAt = world.now();
  const identity = options.identity ?? (await identityOf(target, options));
  const provider =
    target.provider === "generic" || target.provider === "auto"
      ? identity.kind
      : presetOf(target.provider).id;
  const key: CapabilitiesKey = { provider, endpoint: target.endpoint, model: target.model };
  const stored = memory === undefined ? null : await memory.read(key, identity.fingerprint);
  if (options.refresh !== true && stored !== null && (options.all !== true || coversAll(stored)))
    return stored;

  const crashedForms = [
    ...((await memory?.crashedForms?.(key, identity.fingerprint)) ?? []),
    ...(before?.fingerprint === identity.fingerprint ? crashedFormsOf(before) : []),
    ...(options.crashedForms ?? []),
  ];
  const capabilities = await runProbe(target, { ...options, identity, startedAt, crashedForms });
  const isToKeep = !capabilities.provisional || crashedFormsOf(capabilities).length > 0;
  if (memory !== undefined && capabilities.probed && isToKeep) await memory.write(capabilities);
  return capabilities;
}

async function identityOf(
  target: Target,
  { world, probeTimeoutMs, signal, onStep }: ProbeOptions,
): Promise<ServerIdentity> {
  onStep?.("identifying the server");
  return await identify({
    endpoint: target.endpoint,
    model: target.model,
    get: world.get,
    timeoutMs: Math.min(5000, (probeTimeoutMs ?? 20_000) / 4),
    ...(target.apiKey === undefined ? {} : { apiKey: target.apiKey }),
    ...(signal === undefined ? {} : { signal }),
  });
}

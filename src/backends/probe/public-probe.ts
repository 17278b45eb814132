import type { Capabilities } from "../capabilities.ts";
import { defaultWorld } from "../structured/default-world.ts";
import { askedEndpoint } from "../transport/asked-endpoint.ts";
import { type CapabilitiesMemory, forgetProbe, type ProbeOptions, probe as probeWith } from "./probe.ts";

/** The endpoint and the model that are probed. */
export interface ProbeRequest {
  /** Base URL, such as `http://127.0.0.1:8080/v1`. */
  readonly endpoint: string;
  readonly model: string;
  /** A preset's id. @default "auto" */
  readonly provider?: string;
  /** Sent as a bearer token; never stored, logged or put in an error. */
  readonly apiKey?: string;
}

/**
 * What an endpoint enforces for a model: remembered, or found out by a few short requests. Never throws for what a server
 * does and never takes longer than `probeTimeoutMs` (20 s). Concurrent callers of one key share one probe.
 */
export async function probe(
  target: ProbeRequest,
  options: Partial<ProbeOptions> = {},
): Promise<Capabilities> {
  const world = options.world ?? (await defaultWorld());
  return await probeWith(
    { provider: "auto", ...target, endpoint: askedEndpoint(target.endpoint) },
    { ...options, world },
  );
}

export { type CapabilitiesMemory, forgetProbe };

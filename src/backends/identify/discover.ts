import type { ServerIdentity } from "../presets/preset.ts";
import { PRESETS } from "../presets/presets.ts";
import type { Get } from "../transport/completion.ts";
import { identify } from "./identify.ts";

export interface DiscoverOptions {
  readonly get: Get;
  /** For the first answer of each port. */
  readonly timeoutMs: number;
  /** @default {@link USUAL_PORTS} */
  readonly ports?: readonly number[];
  readonly signal?: AbortSignal;
}

export interface Discovered {
  readonly endpoint: string;
  readonly identity: ServerIdentity;
}

/** The ports of the local presets, and 9931, llama.cpp's new default. */
export const USUAL_PORTS: readonly number[] = [
  ...new Set([
    ...PRESETS.filter((row) => row.local && row.defaultBaseUrl !== null).map((row) =>
      Number(new URL(row.defaultBaseUrl!).port),
    ),
    9931,
  ]),
];

const IDENTIFY_MS = 3000;

/** Servers on this machine, asked side by side by GETs alone. One with a loaded model comes first, then the order of the presets. */
export async function discover({
  get,
  timeoutMs,
  ports = USUAL_PORTS,
  signal,
}: DiscoverOptions): Promise<readonly Discovered[]> {
  const found = await Promise.all(ports.map((port) => serverAt(port, { get, timeoutMs, signal })));
  return found.filter((each) => each !== null).sort((a, b) => rank(a) - rank(b));
}

async function serverAt(
  port: number,
  { get, timeoutMs, signal }: { get: Get; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<Discovered | null> {
  const endpoint = `http://127.0.0.1:${port}/v1`;
  const first = await get(`${endpoint}/models`, { timeoutMs, ...(signal === undefined ? {} : { signal }) });
  // 401 and 503 are answers of a server as well: it wants a key, or is loading.
  if (
    !first.ok ||
    (first.status !== 401 && first.status !== 403 && first.status !== 503 && !isList(first.json))
  )
    return null;
  const identity = await identify({
    endpoint,
    get,
    timeoutMs: IDENTIFY_MS,
    ...(signal === undefined ? {} : { signal }),
  });
  return { endpoint, identity };
}

function isList(json: unknown): boolean {
  return typeof json === "object" && json !== null && Array.isArray((json as { data?: unknown }).data);
}

function rank({ identity }: Discovered): number {
  const loaded = identity.models.some((each) => each.loaded === true) ? 0 : 1000;
  return loaded + PRESETS.findIndex((row) => row.id === identity.kind);
}

import { isJsonObject } from "../../json-value.ts";
import type { ServerIdentity } from "../presets/preset.ts";
import { PRESETS } from "../presets/presets.ts";
import type { Get, GetReply } from "../transport/completion.ts";
import { identify } from "./identify.ts";

export interface DiscoverOptions {
  readonly get: Get;
  /** For the first answer of each port. */
  readonly timeoutMs: number;
  /** @default {@link USUAL_PORTS} */
  readonly ports?: readonly number[];
  readonly signal?: AbortSignal;
}

/** A server that answers on this machine. */
export interface Discovered {
  readonly endpoint: string;
  readonly identity: ServerIdentity;
}

/** The ports of the local presets, and 9931, llama.cpp's new default (2026). */
export const USUAL_PORTS: readonly number[] = [
  ...new Set([
    ...PRESETS.filter((row) => row.local && row.defaultBaseUrl !== null).map((row) =>
      Number(new URL(row.defaultBaseUrl!).port),
    ),
    9931,
  ]),
];

/** A server that listens on one of them alone is found as well, and two that share a port number. */
const HOSTS = ["127.0.0.1", "[::1]"] as const;
const REFUSALS: readonly number[] = [400, 401, 403, 500, 503];
const IDENTIFY_MS = 3000;

/**
 * Servers on this machine, asked side by side by GETs alone. The best comes first: one that lists models before one that
 * lists none, wants a key or is loading; a loaded model before none; a kind that is known before one that is not; then
 * the order of the presets.
 */
export async function discover({
  get,
  timeoutMs,
  ports = USUAL_PORTS,
  signal,
}: DiscoverOptions): Promise<readonly Discovered[]> {
  const found = await Promise.all(ports.map((port) => serversAt(port, { get, timeoutMs, signal })));
  return found.flat().sort((a, b) => rank(a) - rank(b));
}

type Answer = Extract<GetReply, { readonly ok: true }>;

interface Asking {
  readonly get: Get;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

async function serversAt(port: number, asking: Asking): Promise<readonly Discovered[]> {
  const [four, six] = await Promise.all(HOSTS.map((host) => serverAt(`http://${host}:${port}`, asking)));
  if (four == null || six == null) return [four, six].filter((each) => each != null);
  return isSame(four, six) ? [four] : [four, six];
}

async function serverAt(origin: string, { get, timeoutMs, signal }: Asking): Promise<Discovered | null> {
  const endpoint = `${origin}/v1`;
  const further = signal === undefined ? {} : { signal };
  const first = await get(`${endpoint}/models`, { timeoutMs, ...further });
  // It wants a key or is loading; LiteLLM without a database says 500 to no key and 400 to a wrong one; mlx_lm 0.32
  // answers an empty 200 where no Hugging Face cache exists.
  const mayBe = first.ok && (REFUSALS.includes(first.status) || isList(first) || first.text === "");
  if (!mayBe) return null;
  const identity = await identify({ endpoint, get, timeoutMs: IDENTIFY_MS, ...further });
  return identity.toldBy !== null || isList(first) || asksForKey(first) ? { endpoint, identity } : null;
}

function isList({ status, json }: Answer): boolean {
  return status === 200 && isJsonObject(json) && Array.isArray(json["data"]);
}

/** Anything may refuse: macOS itself says 403 on port 5000 (AirPlay), a development server 401. An API says so in its own way. */
function asksForKey({ status, json, text }: Answer): boolean {
  if (status !== 401 && status !== 403) return false;
  const error = isJsonObject(json) ? json["error"] : undefined;
  return (isJsonObject(error) && typeof error["message"] === "string") || /\bapi[ _-]?key\b/i.test(text);
}

/** The same server on both loopback addresses. */
function isSame(a: Discovered, b: Discovered): boolean {
  const traits = ({ identity }: Discovered): string =>
    JSON.stringify([
      identity.kind,
      identity.fingerprint,
      identity.modelsStatus,
      identity.models.map((each) => each.id),
    ]);
  return traits(a) === traits(b);
}

function rank({ identity }: Discovered): number {
  const lists = identity.modelsStatus === 200 && identity.models.length > 0 && !identity.loading;
  const loaded = identity.models.some((each) => each.loaded === true);
  const place = PRESETS.findIndex((row) => row.id === identity.kind);
  return (lists ? 0 : 10_000) + (loaded ? 0 : 1000) + (identity.toldBy === null ? 100 : 0) + place;
}

import type { ServerIdentity } from "../presets/preset.ts";
import { presetForHost } from "../presets/presets.ts";
import type { Get } from "../transport/completion.ts";
import { identityFrom } from "./identity-from.ts";
import { nextPaths } from "./next-paths.ts";
import { MODELS, type PathObservation } from "./observation.ts";

export interface IdentifyOptions {
  /** Normalised base URL. */
  readonly endpoint: string;
  readonly get: Get;
  /** For all GETs together. */
  readonly timeoutMs: number;
  readonly apiKey?: string;
  /** The model whose context and settings are wanted; the loaded or first one when left away. */
  readonly model?: string;
  readonly signal?: AbortSignal;
}

const ONE_GET_MS = 2000;

/** Asks by cheap GETs who answers at an endpoint. It orders the probes and replaces none. Never throws for what answers. */
export async function identify(options: IdentifyOptions): Promise<ServerIdentity> {
  const startedAt = performance.now();
  const { endpoint } = options;
  const leftMs = (): number => options.timeoutMs - (performance.now() - startedAt);
  const seen = new Map<string, PathObservation>();
  const isHosted = presetForHost(new URL(endpoint).hostname) !== null;
  const origin = new URL(endpoint).origin;
  for (;;) {
    const paths = isHosted ? (seen.size === 0 ? [MODELS] : []) : nextPaths(seen);
    if (paths.length === 0 || leftMs() < 50 || options.signal?.aborted === true) break;
    const timeoutMs = Math.min(ONE_GET_MS, leftMs());
    const answers = await Promise.all(
      paths.map((path) =>
        observe(path === MODELS ? `${endpoint}/models` : `${origin}${path}`, options, timeoutMs),
      ),
    );
    paths.forEach((path, index) => {
      seen.set(path, answers[index]!);
    });
  }
  const suggestedEndpoint =
    leftMs() < 50 ? null : await betterEndpoint(options, seen.get(MODELS), Math.min(ONE_GET_MS, leftMs()));
  return identityFrom({
    endpoint,
    model: options.model ?? null,
    seen,
    suggestedEndpoint,
    durationMs: performance.now() - startedAt,
  });
}

async function observe(
  url: string,
  { get, apiKey, signal }: IdentifyOptions,
  timeoutMs: number,
): Promise<PathObservation> {
  const reply = await get(url, {
    timeoutMs,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!reply.ok)
    return { status: null, headers: {}, json: undefined, text: "", durationMs: reply.durationMs };
  const { status, headers, json, text, durationMs } = reply;
  return { status, headers, json, text, durationMs };
}

/** Something answers, and not with a model list: is it one path further down, or up? Asked without the key. */
async function betterEndpoint(
  { endpoint, get }: IdentifyOptions,
  list: PathObservation | undefined,
  timeoutMs: number,
): Promise<string | null> {
  if (
    list?.status == null ||
    list.status === 401 ||
    list.status === 403 ||
    list.status === 503 ||
    isModelList(list.json)
  )
    return null;
  const candidates = endpoint.endsWith("/v1")
    ? [endpoint.replace(/\/v1$/, ""), endpoint.replace(/\/v1$/, "/api/v1")]
    : [`${endpoint}/v1`, `${endpoint}/api/v1`];
  for (const candidate of candidates) {
    const reply = await get(`${candidate}/models`, { timeoutMs });
    if (reply.ok && reply.status === 200 && isModelList(reply.json)) return candidate;
  }
  return null;
}

function isModelList(json: unknown): boolean {
  return typeof json === "object" && json !== null && Array.isArray((json as { data?: unknown }).data);
}

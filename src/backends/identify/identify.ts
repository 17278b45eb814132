import type { ServerIdentity } from "../presets/preset.ts";
import { presetForHost } from "../presets/presets.ts";
import type { Get } from "../transport/completion.ts";
import { betterEndpoint } from "./better-endpoint.ts";
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
const LEAST_MS = 50;

/**
 * Asks by cheap GETs who answers at an endpoint; a hosted provider, told by its host's name, is asked for its model list
 * alone. It orders the probes and replaces none. Never throws for what answers, and is over when `timeoutMs` is.
 */
export async function identify(options: IdentifyOptions): Promise<ServerIdentity> {
  const startedAt = performance.now();
  const { endpoint, model = null } = options;
  const leftMs = (): number => Math.floor(options.timeoutMs - (performance.now() - startedAt));
  const isOver = (): boolean => leftMs() < LEAST_MS || options.signal?.aborted === true;
  const seen = new Map<string, PathObservation>();
  const isHosted = presetForHost(new URL(endpoint).hostname) !== null;
  const root = nativeRoot(endpoint);
  while (!isOver()) {
    const paths = isHosted ? (seen.size === 0 ? [MODELS] : []) : nextPaths(seen, model);
    if (paths.length === 0) break;
    // Nothing is known without the model list: it may take all the time there is.
    const timeoutMs = seen.size === 0 ? leftMs() : Math.min(ONE_GET_MS, leftMs());
    const answers = await Promise.all(
      paths.map((path) =>
        observe(path === MODELS ? `${endpoint}/models` : `${root}${path}`, options, timeoutMs),
      ),
    );
    paths.forEach((path, index) => {
      seen.set(path, answers[index]!);
    });
  }
  const list = seen.get(MODELS);
  const suggestedEndpoint = isOver()
    ? null
    : await betterEndpoint(list, { ...options, timeoutMs: Math.min(ONE_GET_MS, leftMs()) });
  return identityFrom({
    endpoint,
    model,
    seen,
    suggestedEndpoint,
    durationMs: performance.now() - startedAt,
  });
}

/** Where a server's own paths begin: beside `/v1`, also where a proxy has it under a path of its own. */
function nativeRoot(endpoint: string): string {
  return endpoint.replace(/\/v1$/, "");
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

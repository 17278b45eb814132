import type { Capabilities } from "../backends/capabilities.ts";
import { identityFrom } from "../backends/identify/identity-from.ts";
import { MODELS } from "../backends/identify/observation.ts";
import type { ServerIdentity } from "../backends/presets/preset.ts";
import { isFresh } from "../backends/store/freshness.ts";
import type { Store } from "../backends/store/store.ts";
import type { Get, GetReply } from "../backends/transport/completion.ts";
import type { WithheldFor } from "../config/trust.ts";
import { chooseModel } from "./choose-model.ts";
import type { ConnectionState, DoctorEvidence, Remark } from "./doctor-evidence.ts";
import type { DoctorSettings } from "./gather-doctor.ts";
import { withheldRemarks } from "./remarks.ts";

export interface GatherStatusOptions {
  readonly settings: DoctorSettings;
  readonly apiKey: string | null;
  readonly withheld: WithheldFor | null;
  readonly get: Get;
  readonly store: Store;
  readonly now: () => number;
  readonly timeoutMs: number;
  readonly readiness: DoctorEvidence["readiness"];
  readonly remarks: readonly Remark[];
  readonly signal: AbortSignal;
}

const HISTORY_MS = 7 * 86_400_000;

/** One cheap GET and the cache. Nothing is generated, nothing is written. */
export async function gatherStatus(options: GatherStatusOptions): Promise<DoctorEvidence> {
  const { settings, store, now } = options;
  const endpoint = settings.endpoint.value;
  const history = await store.digestHistory({
    sinceMs: now() - HISTORY_MS,
    ...(endpoint === null ? {} : { endpoint }),
  });
  const base = {
    generatedAt: new Date(now()).toISOString(),
    endpoint: settings.endpoint,
    provider: settings.provider,
    mode: settings.mode,
    readiness: options.readiness,
    history,
  };
  if (endpoint === null) {
    return {
      ...base,
      model: settings.model,
      state: "unconfigured",
      keySent: false,
      identity: null,
      capabilities: null,
      fromCache: false,
      ageMs: null,
      latencyMs: null,
      remarks: options.remarks,
    };
  }
  const reply = await options.get(`${endpoint}/models`, {
    timeoutMs: options.timeoutMs,
    signal: options.signal,
    ...(options.apiKey === null ? {} : { apiKey: options.apiKey }),
  });
  const identity = identityOf(endpoint, reply, settings.model.value);
  const model = chooseModel(settings.model, identity).setting;
  const capabilities = await cached(options, { endpoint, identity, model: model.value });
  const state = stateOf(reply);
  return {
    ...base,
    model,
    state,
    keySent: options.apiKey !== null,
    identity,
    capabilities,
    fromCache: capabilities !== null,
    ageMs: capabilities?.probedAt == null ? null : Math.max(0, now() - Date.parse(capabilities.probedAt)),
    latencyMs: reply.ok ? reply.durationMs : null,
    remarks: [
      ...options.remarks,
      ...remarkOf(state, { endpoint, reply, keySent: options.apiKey !== null }),
      ...withheldRemarks(endpoint, options.withheld),
    ],
  };
}

function identityOf(endpoint: string, reply: GetReply, model: string | null): ServerIdentity {
  const seen = new Map(reply.ok ? [[MODELS, reply] as const] : []);
  const identity = identityFrom({
    endpoint,
    model,
    seen,
    suggestedEndpoint: null,
    durationMs: reply.durationMs,
  });
  return { ...identity, reachable: reply.ok };
}

/** What was proven before, for the provider that the settings, the last event or the answer names. */
async function cached(
  { settings, store, now }: GatherStatusOptions,
  { endpoint, identity, model }: { endpoint: string; identity: ServerIdentity; model: string | null },
): Promise<Capabilities | null> {
  if (model === null) return null;
  const last =
    settings.provider.value === "auto"
      ? (await store.readHistory({ endpoint, model, limit: 1 })).events.at(-1)?.provider
      : undefined;
  for (const provider of new Set([
    settings.provider.value === "auto" ? (last ?? identity.kind) : settings.provider.value,
    identity.kind,
    "generic",
  ])) {
    const capabilities = await store.readCapabilities({ provider, endpoint, model });
    if (capabilities !== null && isFresh(capabilities, { fingerprint: null, nowMs: now() }))
      return capabilities;
  }
  return null;
}

function stateOf(reply: GetReply): ConnectionState {
  if (!reply.ok) return "unreachable";
  if (reply.status === 401 || reply.status === 403) return "unauthorized";
  // LiteLLM without a database answers so to a wrong key.
  if (reply.status === 400 && reply.text.includes("no_db_connection")) return "unauthorized";
  if (reply.status === 503) return "loading";
  const isList = typeof reply.json === "object" && reply.json !== null;
  return reply.status === 200 && isList ? "ok" : "unreachable";
}

function remarkOf(
  state: ConnectionState,
  { endpoint, reply, keySent }: { endpoint: string; reply: GetReply; keySent: boolean },
): readonly Remark[] {
  if (state === "unauthorized") return [{ code: "unauthorized", args: { message: null, sent: keySent } }];
  if (state === "loading") return [{ code: "server_loading", args: { message: null } }];
  if (state !== "unreachable") return [];
  const cause = reply.ok
    ? `it answers ${reply.status}, and no model list`
    : "error" in reply.failure
      ? (reply.failure.error.at(-1)?.message ?? "no answer")
      : "no answer";
  return [{ code: "unreachable", args: { endpoint, cause, found: null } }];
}

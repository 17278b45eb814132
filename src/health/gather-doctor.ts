import type { Capabilities, CapabilitiesKey } from "../backends/capabilities.ts";
import type { Discovered } from "../backends/identify/discover.ts";
import { identify } from "../backends/identify/identify.ts";
import type { ServerIdentity } from "../backends/presets/preset.ts";
import { preset } from "../backends/presets/presets.ts";
import { probe } from "../backends/probe/probe.ts";
import type { ProbeWorld } from "../backends/probe/probe-session.ts";
import { capabilitiesMemory } from "../backends/store/capabilities-memory.ts";
import type { Store } from "../backends/store/store.ts";
import { normalizeBaseUrl } from "../backends/transport/base-url.ts";
import type { WireFormId } from "../backends/wire/wire-forms.ts";
import type { WithheldFor } from "../config/trust.ts";
import { chooseModel } from "./choose-model.ts";
import { connectionState } from "./connection-state.ts";
import type { DoctorEvidence, Remark, SettingSeen } from "./doctor-evidence.ts";
import { endpointSurprises } from "./endpoint-surprises.ts";
import type { FindingCode } from "./findings/finding-texts.ts";
import { baselineRemarks, keyRemarks } from "./remarks.ts";

/** What doctor is asked to look at. The values come with their origin; the endpoint is already normalised. */
export interface DoctorSettings {
  readonly endpoint: SettingSeen<string | null>;
  readonly model: SettingSeen<string | null>;
  /** A preset's id, or `auto`. */
  readonly provider: SettingSeen<string>;
  readonly mode: SettingSeen<"auto" | "off">;
}

export interface GatherOptions {
  readonly settings: DoctorSettings;
  /** The key for that endpoint, or why none is sent there. */
  readonly keyFor: (endpoint: string) => {
    readonly apiKey: string | null;
    readonly withheld: WithheldFor | null;
  };
  readonly world: ProbeWorld;
  readonly store: Store;
  /** Servers on this machine, asked for when no endpoint is configured or the configured one does not answer. */
  readonly discover: () => Promise<readonly Discovered[]>;
  readonly readiness: DoctorEvidence["readiness"];
  /** What was noticed before: settings left out, files set aside. Filled by others while this runs. */
  readonly remarks: readonly Remark[];
  readonly all: boolean;
  readonly refresh: boolean;
  readonly probeTimeoutMs?: number | undefined;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onStep: (text: string) => void;
}

/** Something answers there, and it is no API: sending a prompt to it makes no sense. */
const NO_API: readonly FindingCode[] = ["missing_v1", "web_page_answers", "redirected", "wrong_scheme"];
const IDENTIFY_TIMEOUT_MS = 4000;
const HISTORY_MS = 7 * 86_400_000;

/** Looks at everything once, from the outside in, and stops looking inwards where something outer is missing. Never writes settings. */
export async function gatherDoctor(options: GatherOptions): Promise<DoctorEvidence> {
  const { settings, world, store, onStep } = options;
  const remarks: Remark[] = [];
  const endpoint = await endpointOf(options, remarks);
  const base = {
    generatedAt: new Date(world.now()).toISOString(),
    provider: settings.provider,
    mode: settings.mode,
    readiness: options.readiness,
  };
  if (endpoint.value === null) {
    return evidenceWithout(base, {
      endpoint: { value: null, origin: endpoint.origin },
      model: settings.model,
      state: "unconfigured",
      remarks: [...remarks, ...options.remarks],
      history: await store.digestHistory({ sinceMs: world.now() - HISTORY_MS }),
    });
  }
  const url = endpoint.value;
  const key = options.keyFor(url);
  const keyPart = key.apiKey === null ? {} : { apiKey: key.apiKey };
  remarks.push(...keyRemarks(url, key));
  onStep(`asking ${url} what it is`);
  const identity = await identify({
    endpoint: url,
    get: world.get,
    timeoutMs: IDENTIFY_TIMEOUT_MS,
    signal: options.signal,
    ...(settings.model.value === null ? {} : { model: settings.model.value }),
    ...keyPart,
  });
  const history = await store.digestHistory({ sinceMs: world.now() - HISTORY_MS, endpoint: url });
  remarks.push(
    ...history.demotions
      .slice(-1)
      .map(({ form, reason }): Remark => ({ code: "demoted", args: { form, reason } })),
  );
  const surprises = await endpointSurprises({
    endpoint: url,
    identity,
    get: (address, limits) => world.get(address, { ...limits, signal: options.signal }),
    discover: options.discover,
    env: options.env,
    onStep,
    ...keyPart,
  });
  remarks.push(...surprises);

  const model = chooseModel(settings.model, identity);
  remarks.push(...model.remarks);
  const dead = !identity.reachable || surprises.some((each) => NO_API.includes(each.code));
  const probed = await probedCapabilities(options, {
    url,
    identity,
    model: model.setting.value,
    apiKey: key.apiKey,
    dead,
  });
  const capabilities = probed?.capabilities ?? null;
  const state = connectionState({ identity, capabilities, model: model.setting.value, dead });
  remarks.push(
    ...baselineRemarks({
      state,
      capabilities,
      identity,
      endpoint: url,
      model: model.setting.value,
      keySent: key.apiKey !== null,
      known: remarks,
    }),
  );
  const probedAt = capabilities?.probedAt ?? null;
  return {
    ...base,
    endpoint: { value: url, origin: endpoint.origin },
    model: model.setting,
    keySent: key.apiKey !== null,
    state,
    identity,
    capabilities,
    fromCache: probed?.fromCache ?? false,
    ageMs: probedAt === null ? null : Math.max(0, world.now() - Date.parse(probedAt)),
    history,
    remarks: [...remarks, ...options.remarks],
    latencyMs: identity.latencyMs,
  };
}

/** The configured endpoint, or the best server that answers on this machine. */
async function endpointOf(options: GatherOptions, remarks: Remark[]): Promise<SettingSeen<string | null>> {
  const { value, origin } = options.settings.endpoint;
  if (value !== null) {
    const normalized = normalizeBaseUrl(value);
    return { value: normalized.ok ? normalized.url : value, origin };
  }
  options.onStep("looking for servers on this machine");
  const found = await options.discover();
  const first = found[0];
  if (first === undefined) return { value: null, origin: "default" };
  if (found.length > 1) {
    const why = first.identity.models.some((each) => each.loaded === true)
      ? "since it has a model loaded"
      : "the first in the order of presets";
    const others = found.slice(1).map((each) => `${each.endpoint} (${each.identity.kind})`);
    remarks.push({
      code: "several_servers",
      args: { endpoint: `${first.endpoint} (${first.identity.kind})`, why, others: others.join(", ") },
    });
  }
  return { value: first.endpoint, origin: "found on this machine" };
}

interface ProbeInput {
  readonly url: string;
  readonly identity: ServerIdentity;
  readonly model: string | null;
  readonly apiKey: string | null;
  readonly dead: boolean;
}

async function probedCapabilities(
  options: GatherOptions,
  { url, identity, model, apiKey, dead }: ProbeInput,
): Promise<{ capabilities: Capabilities; fromCache: boolean } | null> {
  if (dead || model === null) return null;
  const { settings, world, store } = options;
  const provider = settings.provider.value === "auto" ? identity.kind : preset(settings.provider.value).id;
  const key: CapabilitiesKey = { provider, endpoint: url, model };
  const crashedForms = options.refresh ? await forgetAllButCrashes(store, key, identity) : [];
  const startedAt = world.now();
  const capabilities = await probe(
    { endpoint: url, provider, model, ...(apiKey === null ? {} : { apiKey }) },
    {
      world,
      identity,
      memory: capabilitiesMemory(store, world.now),
      all: options.all,
      refresh: options.refresh,
      crashedForms,
      waitForLoad: true,
      probeTimeoutMs: options.probeTimeoutMs,
      signal: options.signal,
      onStep: options.onStep,
    },
  );
  const fromCache = capabilities.probedAt !== null && Date.parse(capabilities.probedAt) < startedAt;
  return { capabilities, fromCache };
}

/** A refresh measures again, but what this very server died of is not sent to it again. */
async function forgetAllButCrashes(
  store: Store,
  key: CapabilitiesKey,
  { fingerprint }: ServerIdentity,
): Promise<readonly WireFormId[]> {
  const stored = await store.readCapabilities(key);
  await store.forgetCapabilities(key);
  if (stored === null || fingerprint === null || stored.fingerprint !== fingerprint) return [];
  return stored.evidence.filter((each) => each.verdict === "crashed").map((each) => each.wireForm);
}

function evidenceWithout(
  base: Pick<DoctorEvidence, "generatedAt" | "provider" | "mode" | "readiness">,
  rest: Pick<DoctorEvidence, "endpoint" | "model" | "state" | "remarks" | "history">,
): DoctorEvidence {
  return {
    ...base,
    ...rest,
    keySent: false,
    identity: null,
    capabilities: null,
    fromCache: false,
    ageMs: null,
    latencyMs: null,
  };
}

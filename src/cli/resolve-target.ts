import { discover } from "../backends/identify/discover.ts";
import { identify } from "../backends/identify/identify.ts";
import { preset } from "../backends/presets/presets.ts";
import type { ProbeWorld } from "../backends/probe/probe-session.ts";
import { normalizeBaseUrl } from "../backends/transport/base-url.ts";
import type { Target } from "../backends/transport/completion.ts";
import type { ResolvedConfig } from "../config/setting.ts";
import { keyFor } from "../config/trust.ts";
import { chooseModel } from "../health/choose-model.ts";
import type { Io } from "./io.ts";

export interface ResolveOptions {
  readonly config: ResolvedConfig;
  readonly world: ProbeWorld;
  readonly io: Io;
  readonly onStep: (text: string) => void;
}

export type ResolvedTarget =
  | {
      readonly ok: true;
      readonly target: Target;
      readonly notes: readonly string[];
      /** Why a key that is there was not sent: told in any case, so that a 401 is no riddle. */
      readonly withheld: string | null;
    }
  /** Nothing to talk to: exit code 3. */
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** The endpoint, model and key that the settings name; what they leave open is found out by cheap GETs. */
export async function resolveTarget({ config, world, io, onStep }: ResolveOptions): Promise<ResolvedTarget> {
  const { values } = config;
  const notes: string[] = [];
  let endpoint = values.endpoint.value;
  if (endpoint === null) {
    onStep("looking for servers on this machine");
    const found = (await discover({ get: world.get, timeoutMs: 800, signal: io.signal }))[0];
    if (found === undefined) {
      return {
        ok: false,
        message: "no endpoint is configured, and no server answers on the usual local ports",
        hint: "Name one: --endpoint http://127.0.0.1:11434/v1",
      };
    }
    endpoint = found.endpoint;
    notes.push(`no endpoint is configured; took ${found.identity.kind} at ${endpoint}`);
  }
  const normalized = normalizeBaseUrl(endpoint);
  const url = normalized.ok ? normalized.url : endpoint;
  const { apiKey, withheld } = keyFor({ config, env: io.env });
  const told =
    withheld === undefined ? null : `the key was not sent: ${withheld}; slmcode doctor says what to do`;
  const key = apiKey === undefined ? {} : { apiKey };
  const provider = values.provider.value === "auto" ? "auto" : preset(values.provider.value).id;
  if (values.model.value !== null)
    return {
      ok: true,
      target: { endpoint: url, provider, model: values.model.value, ...key },
      notes,
      withheld: told,
    };

  onStep(`asking ${url} for its models`);
  const identity = await identify({
    endpoint: url,
    get: world.get,
    timeoutMs: 4000,
    signal: io.signal,
    ...key,
  });
  const chosen = chooseModel({ value: null, origin: "default" }, identity).setting.value;
  if (chosen === null) {
    return identity.reachable
      ? {
          ok: false,
          message: `no model is configured, and ${url} lists none`,
          hint: "Name one with --model, or load one in the server.",
        }
      : { ok: false, message: `nothing answers at ${url}`, hint: "slmcode doctor says more." };
  }
  notes.push(`no model is configured; took ${chosen}`);
  return { ok: true, target: { endpoint: url, provider, model: chosen, ...key }, notes, withheld: told };
}

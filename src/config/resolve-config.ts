import { type ConfigValues, ENDPOINT_FIELDS, KEY_NAMES, KEYS, type KeyName, variableOf } from "./keys.ts";
import type { DotfileValues } from "./parse-dotfile.ts";
import type { NamedEndpoint, Origin, ResolvedConfig, Scope, Setting } from "./setting.ts";
import { flagOf } from "./text-sources.ts";

export interface ConfigSources {
  readonly flags: ReadonlyMap<KeyName, unknown>;
  readonly environment: ReadonlyMap<KeyName, unknown>;
  readonly project: { readonly path: string; readonly values: DotfileValues["values"] } | null;
  readonly user: { readonly path: string; readonly values: DotfileValues["values"] } | null;
}

export type Resolution =
  | {
      readonly ok: true;
      readonly values: ResolvedConfig["values"];
      readonly endpoints: readonly NamedEndpoint[];
    }
  | {
      readonly ok: false;
      readonly unknownName: string;
      readonly origin: string;
      readonly names: readonly string[];
    };

interface Candidate extends Origin {
  readonly value: unknown;
}

/** Flag before environment before project before user before default, for each key on its own. Pure. */
export function resolveConfig(sources: ConfigSources): Resolution {
  const layers = layersOf(sources);
  const endpoints = namedEndpoints(sources);
  const use = settle(candidatesOf(layers, "use"), "use") as Setting<string | null>;
  const named = endpoints.find((each) => each.name === use.value);
  if (use.value !== null && named === undefined) {
    const names = endpoints.map((each) => each.name);
    return { ok: false, unknownName: use.value, origin: use.origin, names };
  }
  const values = Object.fromEntries(
    KEY_NAMES.map((name) => {
      const candidates = candidatesOf(layers, name);
      return [
        name,
        settle(named === undefined ? candidates : withNamed(candidates, { name, named, use }), name),
      ];
    }),
  ) as unknown as ResolvedConfig["values"];
  return { ok: true, values: keyOfItsOwnEndpoint(values), endpoints };
}

interface Layer {
  readonly scope: Scope;
  readonly originOf: (name: KeyName) => string;
  readonly read: (name: KeyName) => unknown;
}

function layersOf({ flags, environment, project, user }: ConfigSources): readonly Layer[] {
  const file = (scope: Scope, source: ConfigSources["user"]): readonly Layer[] =>
    source === null
      ? []
      : [{ scope, originOf: () => source.path, read: (name) => source.values.get(name)?.value }];
  return [
    { scope: "flag", originOf: flagOf, read: (name) => flags.get(name) },
    { scope: "environment", originOf: variableOf, read: (name) => environment.get(name) },
    ...file("project", project),
    ...file("user", user),
  ];
}

function candidatesOf(layers: readonly Layer[], name: KeyName): readonly Candidate[] {
  return layers.flatMap(({ scope, originOf, read }) => {
    const value = read(name);
    return value === undefined ? [] : [{ value, scope, origin: originOf(name), named: null }];
  });
}

function settle([first, ...overrides]: readonly Candidate[], name: KeyName): Setting<unknown> {
  if (first !== undefined) return { ...first, overrides };
  return { value: KEYS[name].default, scope: "default", origin: "default", named: null, overrides: [] };
}

/** The entries under `endpoints`, whole ones: a project's entry replaces the user's of that name, so that no key gets mixed in. */
function namedEndpoints({ project, user }: ConfigSources): readonly NamedEndpoint[] {
  const byName = new Map<string, NamedEndpoint>();
  for (const [scope, source] of [
    ["user", user],
    ["project", project],
  ] as const) {
    if (source === null) continue;
    const names = new Set([...source.values.values()].flatMap(({ key }) => key.endpointName ?? []));
    for (const name of names) {
      const field = (each: string): unknown => source.values.get(`endpoints.${name}.${each}`)?.value ?? null;
      const fields = Object.fromEntries(ENDPOINT_FIELDS.map((each) => [each, field(each)]));
      byName.set(name, { name, scope, origin: source.path, ...fields } as unknown as NamedEndpoint);
    }
  }
  return [...byName.values()];
}

interface InUse {
  readonly name: KeyName;
  readonly named: NamedEndpoint;
  readonly use: Setting<string | null>;
}

/**
 * A named endpoint stands for the whole connection: plain values as strong as `use` itself, or weaker, are left aside.
 * Beside a flag or a variable, `--use fast --model small` means that model on that endpoint.
 */
function withNamed(candidates: readonly Candidate[], { name, named, use }: InUse): readonly Candidate[] {
  const field = ENDPOINT_FIELDS.find((each) => each === name);
  if (field === undefined) return candidates;
  const stronger: readonly Scope[] = STRONGER[use.scope];
  const kept = candidates.filter((each) => stronger.includes(each.scope));
  const value = named[field];
  return value === null
    ? kept
    : [...kept, { value, scope: named.scope, origin: named.origin, named: named.name }];
}

const STRONGER: Readonly<Record<Scope, readonly Scope[]>> = {
  flag: ["flag"],
  environment: ["flag", "environment"],
  project: ["flag", "environment"],
  user: ["flag", "environment", "project"],
  default: [],
};

/** The variable of a named endpoint holds that endpoint's key, and is no use (and a leak) at another address. */
function keyOfItsOwnEndpoint(values: ResolvedConfig["values"]): ResolvedConfig["values"] {
  const { api_key_env: variable, endpoint } = values;
  if (variable.named === null || variable.named === endpoint.named) return values;
  const none: Setting<ConfigValues["api_key_env"]> = {
    value: null,
    scope: "default",
    origin: "default",
    named: null,
    overrides: variable.overrides,
  };
  return { ...values, api_key_env: none };
}

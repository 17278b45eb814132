import { normalizeBaseUrl } from "../backends/transport/base-url.ts";
import { printable } from "./quoted.ts";
import type { ResolvedConfig } from "./setting.ts";

/** Whether a key may be sent to the endpoint in use, and which. The key itself stays in memory: it is never stored or printed. */
export interface KeyDecision {
  readonly apiKey?: string;
  /** The variable that holds it, or would; `null` where none is named and `SLMCODE_API_KEY` is not set. */
  readonly variable: string | null;
  /** There is a key, and it is not sent: one sentence why. */
  readonly withheld?: string;
  /** The same as a word. */
  readonly withheldFor?: WithheldFor;
}

/** `untrusted`: only a project's file names the address. `unusable`: no header can carry that key. */
export type WithheldFor = "untrusted" | "unusable";

export interface KeyOptions {
  readonly config: ResolvedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const GENERAL_VARIABLE = "SLMCODE_API_KEY";

/**
 * The trust rule. A project's file is somebody else's: it may not name a key variable, and an endpoint that only such a
 * file names gets no key, unless it is on this machine or the user has allowed it. `SLMCODE_API_KEY` ranks as the
 * environment does: after `--api-key-env`, before `api_key_env` of the user's file.
 */
export function keyFor({ config, env }: KeyOptions): KeyDecision {
  const variable = variableInUse(config, env);
  const value = (variable === null ? undefined : env[variable])?.trim();
  if (!value) return { variable };
  if (/[^\u0021-\u007e]/.test(value)) {
    return {
      variable,
      withheldFor: "unusable",
      withheld: `the value of ${variable} holds characters that cannot be in a key`,
    };
  }
  const withheld = whyNot(config);
  return withheld === null ? { variable, apiKey: value } : { variable, withheldFor: "untrusted", withheld };
}

function variableInUse({ values }: ResolvedConfig, env: KeyOptions["env"]): string | null {
  const named = values.api_key_env;
  const outranks = named.scope === "flag" || named.scope === "environment" || named.named !== null;
  if (env[GENERAL_VARIABLE] && !outranks) return GENERAL_VARIABLE;
  return named.value;
}

function whyNot({ values, endpoints }: ResolvedConfig): string | null {
  const { endpoint, allowed_endpoints: allowed } = values;
  if (endpoint.value === null || endpoint.scope !== "project" || isLoopback(endpoint.value)) return null;
  const users = [
    ...allowed.value,
    ...endpoint.overrides.filter((each) => each.scope !== "project").map((each) => each.value),
    ...endpoints.filter((each) => each.scope === "user").map((each) => each.endpoint),
  ];
  const { value } = endpoint;
  if (users.some((each) => each !== null && isWithin(value, each))) return null;
  return `only the project's file ${printable(endpoint.origin)} names the endpoint ${value}`;
}

/** True for an address that cannot leave this machine, whatever a name server says. */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const host = new URL(address).hostname.toLowerCase().replace(/\.$/, "");
  return (
    host === "localhost" ||
    /^127\.\d+\.\d+\.\d+$/.test(host) ||
    host === "[::1]" ||
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host)
  );
}

/**
 * True when `address` has the scheme, host and port of `allowed` and its path or one below it. Both are taken as they are
 * asked: what doctor shows (`127.0.0.1` for `0.0.0.0`, no route, no trailing slash) is what may be allowed.
 */
export function isWithin(address: string, allowed: string): boolean {
  const [asked, may] = [normalizeBaseUrl(address), normalizeBaseUrl(allowed)];
  if (!asked.ok || !may.ok) return false;
  const [one, other] = [new URL(asked.url), new URL(may.url)];
  const path = other.pathname.replace(/\/+$/, "");
  return one.origin === other.origin && (one.pathname === path || one.pathname.startsWith(`${path}/`));
}

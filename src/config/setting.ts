import type { ConfigValues, KeyName } from "./keys.ts";

/** Where a value was set, strongest first. */
export const SCOPES = ["flag", "environment", "project", "user", "default"] as const;

export type Scope = (typeof SCOPES)[number];

export interface Origin {
  readonly scope: Scope;
  /** The flag, the variable or the file: `--endpoint`, `SLMCODE_MODEL`, `/home/ann/.slmcode.json`, `default`. */
  readonly origin: string;
  /** The entry under `endpoints` that it comes from; `null` for a plain key. */
  readonly named: string | null;
}

/** A value that counts, where it comes from, and what it stands before. */
export interface Setting<T> extends Origin {
  readonly value: T;
  /** Weaker values, strongest first; defaults are left out. */
  readonly overrides: readonly (Origin & { readonly value: T })[];
}

/** An entry under `endpoints`. */
export interface NamedEndpoint extends Omit<Origin, "named"> {
  readonly name: string;
  readonly endpoint: string | null;
  readonly model: string | null;
  readonly provider: ConfigValues["provider"] | null;
  readonly api_key_env: string | null;
}

/** Trouble with settings, as sentences for a person. Foreign text in them is quoted and safe for a terminal. */
export interface ConfigNote {
  readonly code:
    | "unknown_key"
    | "repeated_key"
    | "bad_value"
    | "not_for_projects"
    | "unreadable"
    | "unknown_name"
    | "unknown_variable";
  /** What happened, and where. */
  readonly message: string;
  /** What to do next. */
  readonly hint: string | null;
}

export interface ResolvedConfig {
  readonly values: { readonly [Name in KeyName]: Setting<ConfigValues[Name]> };
  readonly endpoints: readonly NamedEndpoint[];
  /** The files that take part; `null` where there is none. */
  readonly files: { readonly user: string | null; readonly project: string | null };
}

export type ConfigResult =
  | { readonly ok: true; readonly config: ResolvedConfig; readonly warnings: readonly ConfigNote[] }
  /** Exit code 2: a file that cannot be read, a value that is wrong. */
  | {
      readonly ok: false;
      readonly problems: readonly ConfigNote[];
      readonly warnings: readonly ConfigNote[];
    };

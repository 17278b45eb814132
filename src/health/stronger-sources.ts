import { KEY_NAMES, type KeyName } from "../config/keys.ts";
import type { ResolvedConfig } from "../config/setting.ts";

/** A source that stands before the user's own file, so that what is written there does not count. */
export interface StrongerSource {
  readonly scope: "flag" | "environment" | "project";
  /** The flag, the variable or the file. */
  readonly origin: string;
  /** The value that goes on counting. */
  readonly value: unknown;
}

export type StrongerSources = ReadonlyMap<KeyName, StrongerSource>;

/** The keys that a change of the user's file does not reach. Pure. */
export function strongerSources({ values }: Pick<ResolvedConfig, "values">): StrongerSources {
  return new Map(
    KEY_NAMES.flatMap((name) => {
      const { scope, origin, value } = values[name];
      return scope === "user" || scope === "default" ? [] : [[name, { scope, origin, value }] as const];
    }),
  );
}

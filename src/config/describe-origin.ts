import { sep } from "node:path";
import type { Origin } from "./setting.ts";

/** For a person: `--endpoint`, `SLMCODE_MODEL`, `user: ~/.slmcode.json`, `user: ~/.slmcode.json, endpoints.fast`, `default`. */
export function describeOrigin({ scope, origin, named }: Origin, homeDirectory: string | null): string {
  const isFile = scope === "project" || scope === "user";
  const entry = named === null ? "" : `, endpoints.${named}`;
  return isFile ? `${scope}: ${shortPath(origin, homeDirectory)}${entry}` : origin;
}

/** The home folder as `~`. */
export function shortPath(path: string, homeDirectory: string | null): string {
  if (homeDirectory === null || homeDirectory === sep) return path;
  return path.startsWith(homeDirectory + sep) ? `~${path.slice(homeDirectory.length)}` : path;
}

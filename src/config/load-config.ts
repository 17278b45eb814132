import { homeDirectory as defaultHome } from "../data-directory.ts";
import { nearestName } from "../nearest-name.ts";
import type { KeyName } from "./keys.ts";
import { locateDotfiles } from "./locate-dotfiles.ts";
import type { DotfileSource, DotfileValues } from "./parse-dotfile.ts";
import { printable, quoted } from "./quoted.ts";
import { readDotfile } from "./read-dotfile.ts";
import { resolveConfig } from "./resolve-config.ts";
import type { ConfigNote, ConfigResult } from "./setting.ts";
import { environmentValues, flagValues } from "./text-sources.ts";

export interface LoadConfigOptions {
  /** Values of flags as they were typed, by key. A flag that was not given is absent or `undefined`. */
  readonly flags?: Readonly<Partial<Record<KeyName, string | undefined>>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** @default what `HOME` or `USERPROFILE` in `env` names, else the account's */
  readonly homeDirectory?: string | null;
}

/** Gathers the settings of flags, environment, the project's and the user's file. Never throws for what is in them. */
export async function loadConfig(options: LoadConfigOptions): Promise<ConfigResult> {
  const { env, cwd, homeDirectory = defaultHome(env) } = options;
  const paths = await locateDotfiles(cwd, homeDirectory);
  const flags = flagValues(options.flags ?? {});
  const environment = environmentValues(env);
  const project = await loadDotfile(paths.project, "project");
  const user = await loadDotfile(paths.user, "user");
  const parts = [flags, environment, project, user].filter((each) => each !== null);
  const problems = parts.flatMap((each) => each.problems);
  const warnings = parts.flatMap((each) => each.warnings);
  if (problems.length > 0) return { ok: false, problems, warnings };

  const resolved = resolveConfig({ flags: flags.values, environment: environment.values, project, user });
  if (!resolved.ok) return { ok: false, problems: [unknownName(resolved)], warnings };
  const { values, endpoints } = resolved;
  const files = { user: user?.path ?? null, project: project?.path ?? null };
  return { ok: true, config: { values, endpoints, files }, warnings };
}

/** A file that does not exist says nothing. */
async function loadDotfile(
  path: string | null,
  scope: DotfileSource["scope"],
): Promise<(DotfileValues & { readonly path: string }) | null> {
  if (path === null) return null;
  const read = await readDotfile(path);
  if (read.state === "missing") return null;
  if (read.state === "unreadable") {
    const hint = "Nothing was read from it. Repair or remove it.";
    const problem: ConfigNote = { code: "unreadable", message: `${printable(path)} ${read.problem}`, hint };
    return { path, values: new Map(), problems: [problem], warnings: [] };
  }
  const { parseDotfile } = await import("./parse-dotfile.ts");
  return { path, ...parseDotfile(read.text, { path, scope }) };
}

function unknownName({
  unknownName: name,
  origin,
  names,
}: {
  readonly unknownName: string;
  readonly origin: string;
  readonly names: readonly string[];
}): ConfigNote {
  const nearest = nearestName(name, names);
  const known = names.length === 0 ? "There are none yet." : `There are: ${names.join(", ")}.`;
  return {
    code: "unknown_name",
    message: `${printable(origin)} names the endpoint ${quoted(name)}, and there is no such entry under "endpoints"`,
    hint: nearest === null ? known : `Did you mean ${nearest}?`,
  };
}

import { homedir, tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where files are kept. Absolute paths; nothing is made before something is written. */
export interface DataDirectories {
  /** `capabilities.json`: can be made again by probing. */
  readonly cache: string;
  /** `history.jsonl` and its predecessor. */
  readonly log: string;
  /** `memory.json` and the backups of edited settings. */
  readonly data: string;
}

/** The files of {@link DataDirectories}, by what they hold. */
export interface DataFiles {
  readonly capabilities: string;
  readonly history: string;
  readonly memory: string;
  readonly configBackups: string;
}

/**
 * The platform's own folders (XDG, Library, AppData); `SLMCODE_HOME` moves all of them into one folder.
 * The one place that imports env-paths. An account without a home folder gets a folder of its own under the temporary one.
 */
export async function dataDirectories(env: Environment): Promise<DataDirectories> {
  const moved = env["SLMCODE_HOME"];
  if (moved) return allIn(resolve(moved));
  try {
    const { default: envPaths } = await import("env-paths");
    const { cache, log, data } = envPaths("slmcode", { suffix: "" });
    return { cache, log, data };
  } catch {
    return allIn(join(tmpdir(), `slmcode-${process.getuid?.() ?? userName()}`));
  }
}

/** Where each file of the data directories is. */
export function dataFiles({ cache, log, data }: DataDirectories): DataFiles {
  return {
    capabilities: join(cache, "capabilities.json"),
    history: join(log, "history.jsonl"),
    memory: join(data, "memory.json"),
    configBackups: join(data, "config-backups"),
  };
}

/** The home folder that the environment names, then the account's; `null` where there is none (a container with a bare user id). */
export function homeDirectory(env: Environment): string | null {
  const named = process.platform === "win32" ? env["USERPROFILE"] : env["HOME"];
  if (named) return resolve(named);
  try {
    return homedir();
  } catch {
    return null;
  }
}

function allIn(folder: string): DataDirectories {
  return { cache: folder, log: folder, data: folder };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "user";
  }
}

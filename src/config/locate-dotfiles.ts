import { lstat, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

export const DOTFILE_NAME = ".slmcode.json";

export interface DotfilePaths {
  /** In the home folder, whether it exists or not; `null` where there is no home folder. */
  readonly user: string | null;
  /** The nearest that exists from the working folder upwards; `null` where there is none. */
  readonly project: string | null;
}

/**
 * Looks upwards from `cwd` and stops at the home folder, whose file is the user's and never a project's, and at the root.
 * A link to the user's own file is no project's file either.
 */
export async function locateDotfiles(cwd: string, homeDirectory: string | null): Promise<DotfilePaths> {
  const home = homeDirectory === null ? null : resolve(homeDirectory);
  const user = home === null ? null : join(home, DOTFILE_NAME);
  const realHome = home === null ? null : await real(home);
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (folder === home || (await real(folder)) === realHome) return { user, project: null };
    const candidate = join(folder, DOTFILE_NAME);
    if (await exists(candidate)) {
      const isUsers = user !== null && (await real(candidate)) === (await real(user));
      return { user, project: isUsers ? null : candidate };
    }
    if (folder === dirname(folder)) return { user, project: null };
  }
}

/** A link that leads nowhere exists: reading it will say so. */
async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

async function real(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return path;
  }
}

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseRoles, type RoleProblem } from "../agents/parse-roles.ts";
import type { RoleSpec } from "../agents/role-spec.ts";
import { ROLES } from "../agents/roles/index.ts";

export interface KnownRole {
  readonly spec: RoleSpec;
  /** `built in`, or the file. */
  readonly origin: string;
}

export interface RoleFileProblem extends RoleProblem {
  readonly file: string;
}

export interface LoadedRoles {
  readonly roles: readonly KnownRole[];
  readonly problems: readonly RoleFileProblem[];
}

const FOLDER = join(".slmcode", "roles");

/** The roles that come with slmcode, and those of `.slmcode/roles/*.yaml` in the working folder. A later one of the same id stands for the earlier. */
export async function loadRoles(cwd: string): Promise<LoadedRoles> {
  const known = new Map<string, KnownRole>(ROLES.map((spec) => [spec.id, { spec, origin: "built in" }]));
  const problems: RoleFileProblem[] = [];
  for (const file of await roleFiles(join(cwd, FOLDER))) {
    const loaded = await readRoleFile(join(cwd, file));
    if (loaded.ok) for (const spec of loaded.roles) known.set(spec.id, { spec, origin: file });
    else problems.push(...loaded.problems.map((each) => ({ ...each, file })));
  }
  return { roles: [...known.values()], problems };
}

export async function readRoleFile(path: string): ReturnType<typeof parseRoles> {
  try {
    return await parseRoles(await readFile(path, "utf8"));
  } catch (error) {
    return {
      ok: false,
      problems: [
        {
          line: 1,
          column: 1,
          message: `the file cannot be read (${(error as NodeJS.ErrnoException).code ?? "error"})`,
        },
      ],
    };
  }
}

async function roleFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(FOLDER, name));
}

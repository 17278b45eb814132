import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { inheritRoles } from "../agents/inherit-roles.ts";
import { YAML_MAX_BYTES } from "../agents/load-yaml.ts";
import { type ParsedRoles, parseDeclaredRoles, type RoleProblem } from "../agents/parse-roles.ts";
import type { RoleSpec } from "../agents/role-spec.ts";
import { ROLES } from "../agents/roles/index.ts";
import { errorCode } from "../backends/store/error-code.ts";
import { readBoundedFile } from "../backends/store/read-bounded-file.ts";

export interface KnownRole {
  readonly spec: RoleSpec;
  /** What it says itself, without what it inherits. */
  readonly own: RoleSpec;
  /** The id of the role from which it inherits. */
  readonly parent: string | null;
  /** `built in`, or the file. */
  readonly origin: string;
}

export interface RoleFileProblem extends RoleProblem {
  readonly file: string;
}

export interface LoadedRoles {
  readonly roles: readonly KnownRole[];
  readonly problems: readonly RoleFileProblem[];
  /** Some file or the folder itself could not be read at all. */
  readonly isUnreadable: boolean;
}

/** As `parseDeclaredRoles` has it; `isUnreadable` where there was no text to look at. */
export type ReadRoleFile = ParsedRoles & { readonly isUnreadable?: boolean };

const FOLDER = join(".slmcode", "roles");

/**
 * The roles that come with slmcode, and those of `.slmcode/roles/*.yaml` in the working folder, which may inherit from
 * each other across files. A later one of the same id stands for the earlier. A file with a problem counts for none of
 * its roles and takes nothing from the other files.
 */
export async function loadRoles(cwd: string): Promise<LoadedRoles> {
  const declared: RoleSpec[] = [];
  const origins = new Map<string, string>();
  const { files, problem } = await roleFiles(cwd);
  const problems: RoleFileProblem[] = problem === null ? [] : [problem];
  let isUnreadable = problem !== null;
  for (const file of files) {
    const read = await readRoleFile(join(cwd, file));
    if (!read.ok) {
      problems.push(...read.problems.map((each) => ({ ...each, file })));
      isUnreadable ||= read.isUnreadable === true;
      continue;
    }
    declared.push(...read.roles);
    for (const { id } of read.roles) origins.set(id, file);
  }
  const known = new Map<string, KnownRole>(
    ROLES.map((spec) => [spec.id, { spec, own: spec, parent: null, origin: "built in" }]),
  );
  for (const role of inheritRoles(declared, ROLES)) {
    const { id } = role.spec;
    known.set(id, { ...role, origin: origins.get(id)! });
  }
  return { roles: [...known.values()], problems, isUnreadable };
}

/** What the roles of one file say themselves. Never hangs or fills the memory, whatever is there. */
export async function readRoleFile(path: string): Promise<ReadRoleFile> {
  const read = await readBoundedFile(path, YAML_MAX_BYTES);
  switch (read.state) {
    case "missing":
      return { ...refused("the file cannot be read (ENOENT)"), isUnreadable: true };
    case "unreadable":
      return { ...refused(`the file cannot be read (${read.code})`), isUnreadable: true };
    case "too_large":
      return refused("the file is larger than 1 MB");
    case "ok":
      return await parseBytes(read.bytes);
  }
}

async function parseBytes(bytes: Buffer): Promise<ReadRoleFile> {
  const text = bytes.toString("utf8");
  // What is no UTF-8 comes back changed.
  if (!Buffer.from(text, "utf8").equals(bytes)) return refused("the file is no UTF-8 text: save it as UTF-8");
  return await parseDeclaredRoles(text);
}

function refused(message: string): ParsedRoles {
  return { ok: false, problems: [{ line: 1, column: 1, message }] };
}

async function roleFiles(
  cwd: string,
): Promise<{ readonly files: readonly string[]; readonly problem: RoleFileProblem | null }> {
  try {
    const names = await readdir(join(cwd, FOLDER));
    // Editors leave files that begin with a dot.
    const files = names.filter((name) => /^[^.].*\.ya?ml$/.test(name)).sort();
    return { files: files.map((name) => join(FOLDER, name)), problem: null };
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return { files: [], problem: null };
    const message = `the folder cannot be read (${code})`;
    return { files: [], problem: { file: FOLDER, line: 1, column: 1, message } };
  }
}

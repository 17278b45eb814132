import { isJsonObject, type JsonValue } from "../json-value.ts";
import { nearestName } from "../nearest-name.ts";
import { inheritRoles } from "./inherit-roles.ts";
import { loadYaml } from "./load-yaml.ts";
import { describeValue, quoted, readRoleFields } from "./role-fields.ts";
import type { RoleSpec } from "./role-spec.ts";
import { ROLES } from "./roles/index.ts";

/** Trouble in a role file, with its place: lines and columns are counted from 1. */
export interface RoleProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** All roles of a file, or all that is wrong with it: a file with a problem gives no role. */
export type ParsedRoles =
  | { readonly ok: true; readonly roles: readonly RoleSpec[] }
  | { readonly ok: false; readonly problems: readonly RoleProblem[] };

const ROLE_ID = /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/;
const FILE_WANTED = 'must hold "roles:" with a role under each id, or one role with "id:"';
const MAX_PROBLEMS = 20;

type Path = readonly (string | number)[];
type Report = (path: Path, message: string) => void;

/**
 * Reads `roles:` of a YAML file, or a file that holds one role under `id:`. Ids inherit by folding: `go-worker` begins as
 * the worker, that of the file where it has one, and changes what it says itself.
 */
export async function parseRoles(text: string): Promise<ParsedRoles> {
  const parsed = await parseDeclaredRoles(text);
  return parsed.ok ? { ok: true, roles: inheritRoles(parsed.roles, ROLES).map((each) => each.spec) } : parsed;
}

/** As {@link parseRoles}, but each role has only what it says itself. */
export async function parseDeclaredRoles(text: string): Promise<ParsedRoles> {
  const loaded = await loadYaml(text);
  if (!loaded.ok) return loaded;
  const problems: RoleProblem[] = [];
  const report: Report = (path, message) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ ...loaded.placeOf(path), message });
  };
  const roles: RoleSpec[] = [];
  for (const { id, idPath, path, body } of declaredIn(loaded.value, report)) {
    if (!ROLE_ID.test(id) || id.length > 64)
      report(
        idPath,
        `${quoted(id)} is no id: lower-case letters, digits, - and _, beginning with a letter, at most 64`,
      );
    if (!isJsonObject(body)) {
      report(path, `the role ${quoted(id)} must hold fields, not ${describeValue(body)}`);
      continue;
    }
    const fields = readRoleFields(body);
    for (const problem of fields.problems) report([...path, ...problem.path], problem.message);
    roles.push({ ...fields.own, id });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, roles };
}

interface Declared {
  readonly id: string;
  readonly idPath: Path;
  readonly path: Path;
  readonly body: JsonValue;
}

function declaredIn(value: JsonValue, report: Report): readonly Declared[] {
  if (!isJsonObject(value)) {
    report(
      [],
      value === null
        ? `the file is empty and ${FILE_WANTED}`
        : `the file ${FILE_WANTED}, not ${describeValue(value)}`,
    );
    return [];
  }
  const { roles, id, ...rest } = value;
  if (roles !== undefined) {
    for (const name of Object.keys(value).filter((each) => each !== "roles"))
      report([name], `a file of roles holds "roles:" alone, and no ${quoted(name)}`);
    if (isJsonObject(roles) && Object.keys(roles).length > 0)
      return Object.entries(roles).map(([name, body]) => {
        const path = ["roles", name];
        return { id: name, idPath: path, path, body };
      });
    const given = isJsonObject(roles) ? "none" : describeValue(roles);
    report(["roles"], `roles must hold a role under each id (go-worker: ...), not ${given}`);
    return [];
  }
  if (typeof id === "string") return [{ id, idPath: ["id"], path: [], body: rest }];
  if (id !== undefined) report(["id"], `id must be a text such as go-worker, not ${describeValue(id)}`);
  else {
    const first = Object.keys(value)[0] ?? "";
    const nearest = nearestName(first.slice(0, 80), ["roles"]);
    report(
      [],
      `the file ${FILE_WANTED}${nearest === null ? "" : `; did you mean ${nearest} by ${quoted(first)}?`}`,
    );
  }
  return [];
}

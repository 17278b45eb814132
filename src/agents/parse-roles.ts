import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { nearestName } from "../nearest-name.ts";
import { CONTRACT_NAMES } from "../schema/contract.ts";
import { foldRoleId } from "./fold-role-id.ts";
import { loadYaml, type YamlProblem } from "./load-yaml.ts";
import type { RoleSpec } from "./role-spec.ts";
import { ROLES } from "./roles/index.ts";

/** Trouble in a role file, with its place: lines and columns are counted from 1. */
export interface RoleProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type ParsedRoles =
  | { readonly ok: true; readonly roles: readonly RoleSpec[] }
  | { readonly ok: false; readonly problems: readonly RoleProblem[] };

interface Field {
  readonly name: keyof RoleSpec;
  readonly expected: string;
  readonly fits: (value: JsonValue) => boolean;
}

const isText = (value: JsonValue): boolean =>
  typeof value === "string" && value.length > 0 && value.length <= 20_000;
const isListOf =
  (most: number, longest: number) =>
  (value: JsonValue): boolean =>
    Array.isArray(value) &&
    value.length <= most &&
    value.every((each) => typeof each === "string" && each.length > 0 && each.length <= longest);

/** What a role in YAML may say. No keys, no endpoints, no code: a project's role file is somebody else's file. */
const FIELDS: Readonly<Record<string, Field>> = {
  description: { name: "description", expected: "a text", fits: isText },
  contract: {
    name: "schemaRole",
    expected: `one of ${CONTRACT_NAMES.join(", ")}, or null`,
    fits: (value) => value === null || (CONTRACT_NAMES as readonly JsonValue[]).includes(value),
  },
  tools: {
    name: "tools",
    expected: "a list of at most 64 names of 1 to 64 characters",
    fits: isListOf(64, 64),
  },
  json_only: { name: "jsonOnly", expected: "true or false", fits: (value) => typeof value === "boolean" },
  serial_tools: {
    name: "serialTools",
    expected: "true or false",
    fits: (value) => typeof value === "boolean",
  },
  stop: {
    name: "stop",
    expected: "a list of at most 16 texts of 1 to 200 characters",
    fits: isListOf(16, 200),
  },
  instructions: { name: "instructions", expected: "a text", fits: isText },
};

const ROLE_ID = /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/;

/**
 * Reads `roles:` of a YAML file, or a file that holds one role under `id:`. Ids inherit by folding: `go-worker` begins as
 * the worker and changes what it says itself.
 */
export async function parseRoles(text: string): Promise<ParsedRoles> {
  const loaded = await loadYaml(text);
  if (!loaded.ok) return loaded;
  const { value, placeOf } = loaded;
  const problems: YamlProblem[] = [];
  const at = (path: readonly (string | number)[], message: string): void =>
    void problems.push({ ...placeOf(path), message });

  const declared = rolesIn(value);
  if (declared === null) {
    at([], 'the file must hold "roles:" with a role under each id, or one role with "id:"');
    return { ok: false, problems };
  }
  if (isJsonObject(value) && isJsonObject(value["roles"])) {
    for (const name of Object.keys(value).filter((each) => each !== "roles"))
      at([name], `a file of roles holds "roles:" alone, and no "${name}"`);
  }
  const roles: RoleSpec[] = [];
  for (const { id, path, body } of declared) {
    if (!ROLE_ID.test(id) || id.length > 64)
      at(path, `"${id}" is no id: lower-case letters, digits, - and _, beginning with a letter`);
    if (!isJsonObject(body)) at(path, `the role "${id}" must hold fields, not ${describe(body)}`);
    else roles.push(roleOf(id, body, path, at));
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, roles };
}

interface Declared {
  readonly id: string;
  readonly path: readonly (string | number)[];
  readonly body: JsonValue;
}

function rolesIn(value: JsonValue): readonly Declared[] | null {
  if (!isJsonObject(value)) return null;
  if (isJsonObject(value["roles"]))
    return Object.entries(value["roles"]).map(([id, body]) => ({ id, path: ["roles", id], body }));
  if (typeof value["id"] !== "string") return null;
  const { id, ...body } = value;
  return [{ id: String(id), path: [], body }];
}

function roleOf(
  id: string,
  body: JsonObject,
  path: readonly (string | number)[],
  at: (path: readonly (string | number)[], message: string) => void,
): RoleSpec {
  const own: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(body)) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (field === undefined) {
      const nearest = nearestName(name, Object.keys(FIELDS));
      at(
        [...path, name],
        `a role has no field "${name}"${nearest === null ? `; it may have ${Object.keys(FIELDS).join(", ")}` : `; did you mean ${nearest}?`}`,
      );
    } else if (!field.fits(value))
      at([...path, name], `${name} must be ${field.expected}, not ${describe(value)}`);
    else own[field.name] = value;
  }
  const parent = foldRoleId(
    id,
    ROLES.map((role) => role.id),
  );
  const inherited = ROLES.find((role) => role.id === parent) ?? {};
  return { ...inherited, ...own, id } as RoleSpec;
}

function describe(value: JsonValue): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "this list";
  if (typeof value === "object") return "fields";
  return `"${String(value).slice(0, 40)}"`;
}

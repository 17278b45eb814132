import { isAbsolute, join } from "node:path";
import { foldRoleId } from "../../agents/fold-role-id.ts";
import { normalizeDecoding } from "../../agents/normalize-decoding.ts";
import { rolePrompt } from "../../agents/role-prompt.ts";
import type { NormalizedRole, RoleSpec } from "../../agents/role-spec.ts";
import { ROLES } from "../../agents/roles/index.ts";
import { nearestName } from "../../nearest-name.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import {
  type KnownRole,
  type LoadedRoles,
  loadRoles,
  type RoleFileProblem,
  readRoleFile,
} from "../load-roles.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { wrap } from "../render/wrap.ts";
import { UsageError } from "../usage-error.ts";
import type { RolesFlags } from "./roles.ts";

export async function listRoles({ json }: RolesFlags, io: Io): Promise<number> {
  const { roles, problems } = await loadRoles(io.cwd);
  const rows = roles.map(({ spec, origin }) => ({
    ...decoding(normalizeDecoding(spec)),
    description: spec.description ?? "",
    origin,
  }));
  if (json === true) io.print(jsonText({ roles: rows, problems }));
  else {
    for (const row of rows) io.print(rowText(row));
    warnOf(problems, io);
  }
  return problems.length > 0 ? EXIT.findings : EXIT.ok;
}

export async function showRole(id: string, { json, prompt }: RolesFlags, io: Io): Promise<number> {
  const loaded = await loadRoles(io.cwd);
  const { spec, origin } = find(id, loaded);
  const role = normalizeDecoding(spec);
  const text = await rolePrompt(role);
  if (prompt === true) {
    io.print(`${text}\n`);
    return EXIT.ok;
  }
  const origins = originsOf(spec, role, origin);
  if (json === true)
    io.print(
      jsonText({
        ...decoding(role),
        description: role.description ?? null,
        tools: role.tools ?? [],
        origin,
        origins,
        prompt: text,
      }),
    );
  else {
    const lines = [
      `${role.id}  ${role.description ?? ""}  (${origin})`,
      `  contract      ${role.schemaRole ?? "none"}  (${origins.schema_role})`,
      `  json_only     ${role.jsonOnly}  (${origins.json_only})`,
      `  serial_tools  ${role.serialTools}  (${origins.serial_tools})`,
      `  stop          ${role.stop.length === 0 ? "none" : role.stop.map((each) => JSON.stringify(each)).join(" ")}  (${origins.stop})`,
      `  tools         ${role.tools?.join(", ") ?? "none"}  (${origins.tools})`,
    ];
    io.print(`${lines.map(plainText).join("\n")}\n`);
  }
  return EXIT.ok;
}

export async function checkRoles(files: readonly string[], { json }: RolesFlags, io: Io): Promise<number> {
  const problems: RoleFileProblem[] = [];
  let count = 0;
  if (files.length === 0) {
    const loaded = await loadRoles(io.cwd);
    problems.push(...loaded.problems);
    count = loaded.roles.filter((each) => each.origin !== "built in").length;
  }
  for (const file of files) {
    const parsed = await readRoleFile(isAbsolute(file) ? file : join(io.cwd, file));
    if (parsed.ok) count += parsed.roles.length;
    else problems.push(...parsed.problems.map((each) => ({ ...each, file })));
  }
  if (json === true) io.print(jsonText({ ok: problems.length === 0, roles: count, problems }));
  else {
    for (const { file, line, column, message } of problems)
      io.print(plainText(`${file}:${line}:${column}: ${message}`).concat("\n"));
    if (problems.length === 0) io.print(`${count} ${count === 1 ? "role" : "roles"}, no problems\n`);
  }
  const unreadable = problems.some((each) => each.message.startsWith("the file cannot be read"));
  return unreadable ? EXIT.usage : problems.length > 0 ? EXIT.findings : EXIT.ok;
}

function find(id: string, { roles, problems }: LoadedRoles): KnownRole {
  const exact = roles.find((each) => each.spec.id === id);
  if (exact !== undefined) return exact;
  const ids = roles.map((each) => each.spec.id);
  const folded = foldRoleId(id, ids);
  const parent = roles.find((each) => each.spec.id === folded);
  if (parent !== undefined) return { spec: { ...parent.spec, id }, origin: `folds back to ${folded}` };
  const nearest = nearestName(id, ids);
  const broken = problems.length > 0 ? "\n  A role file has problems: slmcode roles check" : "";
  throw new UsageError(
    `there is no role "${id}"`,
    `${nearest === null ? "slmcode roles list shows them." : `Did you mean: ${nearest}`}${broken}`,
  );
}

function decoding({ id, schemaRole, jsonOnly, serialTools, stop }: NormalizedRole): {
  id: string;
  schema_role: string | null;
  json_only: boolean;
  serial_tools: boolean;
  stop: readonly string[];
} {
  return { id, schema_role: schemaRole, json_only: jsonOnly, serial_tools: serialTools, stop };
}

function originsOf(
  spec: RoleSpec,
  role: NormalizedRole,
  origin: string,
): Record<"schema_role" | "json_only" | "serial_tools" | "tools" | "stop", string> {
  const parent = parentOf(spec.id, origin);
  const why = (name: keyof RoleSpec, rule: string): string => {
    if (spec[name] === undefined) return rule;
    const isInherited = parent !== undefined && JSON.stringify(parent[name]) === JSON.stringify(spec[name]);
    return isInherited ? `inherited from ${parent.id}` : `said by the role (${origin})`;
  };
  const usesTools = (spec.tools?.length ?? 0) > 0;
  return {
    schema_role: why(
      "schemaRole",
      role.schemaRole === null ? "no contract has this id" : "follows from the id",
    ),
    json_only: why(
      "jsonOnly",
      usesTools ? "the role uses tools" : role.jsonOnly ? "it has a contract and no tools" : "free text",
    ),
    serial_tools: why("serialTools", usesTools ? "the role uses tools" : "it has no tools"),
    tools: why("tools", "the role names none"),
    stop: why(
      "stop",
      role.jsonOnly ? "for roles that answer in JSON alone" : "only roles that answer in JSON alone have any",
    ),
  };
}

/** The role that comes with slmcode from which one of a file inherits what it does not say itself. */
function parentOf(id: string, origin: string): RoleSpec | undefined {
  if (origin === "built in") return undefined;
  const folded = foldRoleId(
    id,
    ROLES.map((role) => role.id),
  );
  return ROLES.find((role) => role.id === folded);
}

function answers({
  schema_role,
  json_only,
  serial_tools,
}: {
  schema_role: string | null;
  json_only: boolean;
  serial_tools: boolean;
}): string {
  if (json_only) return `JSON: ${schema_role}`;
  return serial_tools ? "text, one tool at a time" : "text";
}

const INDENT = 40;
const WIDTH = 80;

function rowText(
  row: Parameters<typeof answers>[0] & { id: string; description: string; origin: string },
): string {
  const told = row.origin === "built in" ? row.description : `${row.description} (${row.origin})`.trim();
  const [first = "", ...rest] = wrap(plainText(told), WIDTH - INDENT);
  const head = plainText(`${row.id.padEnd(14)} ${answers(row).padEnd(INDENT - 16)} `);
  return [`${head}${first}`.trimEnd(), ...rest.map((line) => " ".repeat(INDENT) + line)]
    .map((line) => `${line}\n`)
    .join("");
}

function warnOf(problems: readonly RoleFileProblem[], io: Io): void {
  for (const { file, line, column, message } of problems)
    io.warn(plainText(`slmcode: ${file}:${line}:${column}: ${message}`).concat("\n"));
}

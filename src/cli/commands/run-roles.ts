import { resolve } from "node:path";
import { normalizeDecoding } from "../../agents/normalize-decoding.ts";
import { rolePrompt } from "../../agents/role-prompt.ts";
import type { NormalizedRole, RoleSpec } from "../../agents/role-spec.ts";
import { EXIT } from "../exit-codes.ts";
import { findRole } from "../find-role.ts";
import type { Io } from "../io.ts";
import { type KnownRole, loadRoles, type RoleFileProblem, readRoleFile } from "../load-roles.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { wrap } from "../render/wrap.ts";
import { roleProblemText, warnOfRoleFiles } from "../warn-of-role-files.ts";
import type { RolesFlags } from "./roles.ts";

export async function listRoles({ json }: RolesFlags, io: Io): Promise<number> {
  const { roles, problems } = await loadRoles(io.cwd);
  const rows = roles.map(({ spec, origin }) => ({
    ...decoding(normalizeDecoding(spec)),
    description: spec.description ?? "",
    origin,
  }));
  if (json === true)
    io.print(jsonText({ schema: "slmcode.roles", schema_version: "1.0", roles: rows, problems }));
  else {
    for (const row of rows) io.print(rowText(row));
    warnOfRoleFiles(problems, io);
  }
  return problems.length > 0 ? EXIT.findings : EXIT.ok;
}

export async function showRole(id: string, { json, prompt }: RolesFlags, io: Io): Promise<number> {
  const loaded = await loadRoles(io.cwd);
  const known = findRole(id, loaded);
  const { spec, origin } = known;
  warnOfRoleFiles(loaded.problems, io);
  const role = normalizeDecoding(spec);
  const text = await rolePrompt(role);
  if (prompt === true) {
    io.print(`${text}\n`);
    return EXIT.ok;
  }
  const origins = originsOf(known, role);
  if (json === true)
    io.print(
      jsonText({
        schema: "slmcode.role",
        schema_version: "1.0",
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
  const { count, problems, isUnreadable } = await (files.length === 0
    ? checkFolder(io)
    : checkFiles(files, io));
  if (json === true)
    io.print(
      jsonText({
        schema: "slmcode.role_check",
        schema_version: "1.0",
        ok: problems.length === 0,
        roles: count,
        problems,
      }),
    );
  else {
    for (const problem of problems) io.print(roleProblemText(problem));
    if (problems.length === 0) io.print(`${count} ${count === 1 ? "role" : "roles"}, no problems\n`);
  }
  return isUnreadable ? EXIT.usage : problems.length > 0 ? EXIT.findings : EXIT.ok;
}

interface Checked {
  readonly count: number;
  readonly problems: readonly RoleFileProblem[];
  readonly isUnreadable: boolean;
}

async function checkFolder(io: Io): Promise<Checked> {
  const { roles, problems, isUnreadable } = await loadRoles(io.cwd);
  return { count: roles.filter((each) => each.origin !== "built in").length, problems, isUnreadable };
}

async function checkFiles(files: readonly string[], io: Io): Promise<Checked> {
  const problems: RoleFileProblem[] = [];
  let count = 0;
  let isUnreadable = false;
  for (const file of files) {
    const read = await readRoleFile(resolve(io.cwd, file));
    if (read.ok) count += read.roles.length;
    else {
      problems.push(...read.problems.map((each) => ({ ...each, file })));
      isUnreadable ||= read.isUnreadable === true;
    }
  }
  return { count, problems, isUnreadable };
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
  { spec, own, parent, origin }: KnownRole,
  role: NormalizedRole,
): Record<"schema_role" | "json_only" | "serial_tools" | "tools" | "stop", string> {
  const why = (name: keyof RoleSpec, rule: string): string => {
    if (own[name] !== undefined) return `said by the role (${origin})`;
    return spec[name] === undefined ? rule : `inherited from ${parent}`;
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

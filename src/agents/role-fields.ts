import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { nearestName } from "../nearest-name.ts";
import { CONTRACT_NAMES } from "../schema/contract.ts";
import type { RoleSpec } from "./role-spec.ts";

type Fits = (value: JsonValue) => boolean;

interface Field {
  readonly name: keyof RoleSpec;
  readonly expected: string;
  readonly fits: Fits;
  /** For lists: what each item must be, so that a problem can name the item. */
  readonly items?: { readonly expected: string; readonly fits: Fits };
}

/** Trouble below the place of a role: `["stop", 1]` is the second item of its field `stop`. */
export interface FieldProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const isText =
  (longest: number): Fits =>
  (value) =>
    typeof value === "string" && value.length > 0 && charactersOf(value) <= longest;
const textField = (name: keyof RoleSpec): Field => ({
  name,
  expected: "a text of 1 to 20000 characters",
  fits: isText(20_000),
});
const flagField = (name: keyof RoleSpec): Field => ({
  name,
  expected: "true or false",
  fits: (value) => typeof value === "boolean",
});
const listField = (name: keyof RoleSpec, what: string, most: number, longest: number): Field => ({
  name,
  expected: `a list of at most ${most} ${what}s of 1 to ${longest} characters`,
  fits: (value) => Array.isArray(value) && value.length <= most,
  items: { expected: `a ${what} of 1 to ${longest} characters`, fits: isText(longest) },
});

/** What a role in YAML may say. No keys, no endpoints, no code: a project's role file is somebody else's file. */
const FIELDS: Readonly<Record<string, Field>> = {
  description: textField("description"),
  contract: {
    name: "schemaRole",
    expected: `one of ${CONTRACT_NAMES.join(", ")}, or null`,
    fits: (value) => value === null || (CONTRACT_NAMES as readonly JsonValue[]).includes(value),
  },
  tools: listField("tools", "name", 64, 64),
  json_only: flagField("jsonOnly"),
  serial_tools: flagField("serialTools"),
  stop: listField("stop", "text", 16, 200),
  instructions: textField("instructions"),
};

/** The fields that a role says itself, and what is wrong with them. */
export function readRoleFields(body: JsonObject): {
  readonly own: Omit<RoleSpec, "id">;
  readonly problems: readonly FieldProblem[];
} {
  const own: Record<string, JsonValue> = {};
  const problems: FieldProblem[] = [];
  for (const [name, value] of Object.entries(body)) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    const found =
      field === undefined ? [{ path: [name], message: unknown(name) }] : misfits(name, field, value);
    problems.push(...found);
    if (field !== undefined && found.length === 0) own[field.name] = value;
  }
  return { own, problems };
}

function unknown(name: string): string {
  if (name === "extends")
    return 'a role has no field "extends": it inherits by its id, as go-worker does from worker';
  const names = Object.keys(FIELDS);
  const nearest = nearestName(name.slice(0, 80), names);
  return `a role has no field ${quoted(name)}${nearest === null ? `; it may have ${names.join(", ")}` : `; did you mean ${nearest}?`}`;
}

function misfits(name: string, { expected, fits, items }: Field, value: JsonValue): readonly FieldProblem[] {
  if (!fits(value)) {
    const given = Array.isArray(value) && items !== undefined ? `${value.length}` : describeValue(value);
    return [{ path: [name], message: `${name} must be ${expected}, not ${given}` }];
  }
  if (items === undefined || !Array.isArray(value)) return [];
  return value.flatMap((item: JsonValue, index) =>
    items.fits(item)
      ? []
      : [
          {
            path: [name, index],
            message: `${name}[${index}] must be ${items.expected}, not ${describeValue(item)}`,
          },
        ],
  );
}

/** A value in a sentence, never all of a long one. */
export function describeValue(value: JsonValue): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isJsonObject(value)) return "fields";
  if (typeof value === "string")
    return value.length > 40 ? `${charactersOf(value)} characters` : quoted(value);
  return typeof value === "number" ? `the number ${value}` : String(value);
}

/** A name in a sentence, on one line. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}...` : name);
}

/** As JSON Schema counts, and so the editor: an emoji is one. */
function charactersOf(text: string): number {
  return [...text].length;
}

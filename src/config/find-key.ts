import { nearestName } from "../nearest-name.ts";
import { ENDPOINT_NAME_KIND } from "./connection-kinds.ts";
import { ENDPOINT_FIELDS, type EndpointField, KEY_NAMES, KEYS, type KeyName } from "./keys.ts";
import type { ValueKind } from "./value-kind.ts";

/** A key that exists, and where its value is in a file. */
export interface FoundKey {
  /** As it is written: `model`, `endpoints.fast.model`. */
  readonly name: string;
  readonly path: readonly string[];
  readonly kind: ValueKind<unknown>;
  readonly projectMay: boolean;
  /** The key of the table; for a field of a named endpoint the plain key whose rules it shares. */
  readonly key: KeyName;
  readonly endpointName: string | null;
}

export type KeySearch =
  | { readonly ok: true; readonly found: FoundKey }
  | { readonly ok: false; readonly nearest: string | null };

/** Finds a key by the name a person typed. */
export function findKey(typed: string): KeySearch {
  const [head, name, field, ...rest] = typed.split(".");
  if (head === "endpoints" && name !== undefined && field !== undefined && rest.length === 0) {
    return findEndpointField(name, field);
  }
  const known = KEY_NAMES.find((each) => each === typed);
  if (known !== undefined) return { ok: true, found: foundKey(known, known, null) };
  return { ok: false, nearest: head === "endpoints" ? null : nearestName(typed, KEY_NAMES) };
}

function findEndpointField(name: string, field: string): KeySearch {
  if (!ENDPOINT_NAME_KIND.fromText(name).ok) return { ok: false, nearest: null };
  const known = ENDPOINT_FIELDS.find((each) => each === field);
  if (known === undefined) {
    const nearest = nearestName(field, ENDPOINT_FIELDS);
    return { ok: false, nearest: nearest === null ? null : `endpoints.${name}.${nearest}` };
  }
  return { ok: true, found: foundKey(known, `endpoints.${name}.${known}`, name) };
}

function foundKey(key: KeyName | EndpointField, name: string, endpointName: string | null): FoundKey {
  const { kind, projectMay } = KEYS[key];
  return { name, path: name.split("."), kind: kind as ValueKind<unknown>, projectMay, key, endpointName };
}

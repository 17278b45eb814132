import { nearestName } from "../nearest-name.ts";
import { ENDPOINT_NAME_KIND } from "./connection-kinds.ts";
import { ENDPOINT_FIELDS, KEY_NAMES, KEYS, type KeyName } from "./keys.ts";
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

/** The key of a name that a person typed, or a file holds; `null` where there is none. */
export function findKey(typed: string): FoundKey | null {
  const [head, endpointName, field, ...rest] = typed.split(".");
  if (head === "endpoints" && endpointName !== undefined) {
    const key = ENDPOINT_FIELDS.find((each) => each === field);
    if (key === undefined || rest.length > 0 || !ENDPOINT_NAME_KIND.fromText(endpointName).ok) return null;
    return foundKey(key, typed, endpointName);
  }
  const key = KEY_NAMES.find((each) => each === typed);
  return key === undefined ? null : foundKey(key, typed, null);
}

function foundKey(key: KeyName, name: string, endpointName: string | null): FoundKey {
  const { kind, projectMay } = KEYS[key];
  return { name, path: name.split("."), kind: kind as ValueKind<unknown>, projectMay, key, endpointName };
}

/** The key that a mistyped one most likely stands for. */
export function nearestKey(typed: string): string | null {
  const [head, endpointName, field] = typed.split(".");
  if (head !== "endpoints" || endpointName === undefined)
    return nearestName(typed, KEY_NAMES) ?? beginsLike(typed);
  const nearest = field === undefined ? null : nearestName(field, ENDPOINT_FIELDS);
  return nearest === null ? null : `endpoints.${endpointName}.${nearest}`;
}

/** `timeout` for `timeout_ms`. */
function beginsLike(typed: string): string | null {
  return (typed.length >= 3 && KEY_NAMES.find((each) => each.startsWith(typed.toLowerCase()))) || null;
}

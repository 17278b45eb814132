import { mkdir, rename } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { isJsonObject, type JsonObject, parseJson } from "../../json-value.ts";
import { errorCode } from "./error-code.ts";
import { type StillHeld, withFileLock } from "./file-lock.ts";
import { readBoundedFile } from "./read-bounded-file.ts";
import { replaceFile } from "./replace-file.ts";
import type { WarnOfStore } from "./store-warning.ts";

export interface DocumentKind<T extends object> {
  /** The only version that this code reads. It is the document's field `version`. */
  readonly version: number;
  /** What a document that does not exist holds, `version` included. */
  readonly empty: T;
  /** The document as `T`, or `null` where its shape is wrong. Keys it does not know should stay in it. */
  readonly validate: (document: JsonObject) => T | null;
  readonly warn: WarnOfStore;
  /** How long to wait for other processes before giving up with a warning. @default 15000 */
  readonly lockTimeoutMs?: number;
}

/** A versioned JSON document that many processes share. Nothing here throws for what is on the disk. */
export interface DocumentFile<T extends object> {
  /** Takes no lock and loads nothing. A damaged or newer file is set aside with a warning and reads as empty. */
  readonly read: () => Promise<T>;
  /**
   * Applies `change` to the newest state under the lock and replaces the file. The same object back means no change and
   * no write. False when nothing could be written; a warning has said why. `change` may run more than once.
   */
  readonly update: (change: (current: T) => T) => Promise<boolean>;
}

/** More than any real document; a file above it is damaged. */
const MAX_BYTES = 64 * 1024 * 1024;
const ATTEMPTS = 5;

type Loaded<T> =
  | { readonly state: "ok"; readonly value: T }
  | { readonly state: "missing" }
  | { readonly state: "damaged" | "newer" }
  | { readonly state: "unreadable"; readonly code: string };

/** The versioned document at `path`: `capabilities.json` and `memory.json` are such files. */
export function openDocument<T extends object>(path: string, kind: DocumentKind<T>): DocumentFile<T> {
  return {
    read: async () => {
      const loaded = await load(path, kind);
      if (loaded.state === "ok") return loaded.value;
      if (loaded.state === "damaged" || loaded.state === "newer") {
        await underLock(path, kind, () => loadOrSetAside(path, kind));
      } else if (loaded.state === "unreadable") {
        kind.warn({
          code: "unreadable",
          message: `${path} cannot be read (${loaded.code}); going on without it.`,
        });
      }
      return kind.empty;
    },
    update: (change) => underLock(path, kind, (stillHeld) => changeFile(path, kind, change, stillHeld)),
  };
}

async function load<T extends object>(path: string, kind: DocumentKind<T>): Promise<Loaded<T>> {
  const read = await readBoundedFile(path, MAX_BYTES);
  if (read.state === "too_large") return { state: "damaged" };
  if (read.state !== "ok") return read;
  const document = parseJson(read.bytes.toString("utf8"));
  if (!isJsonObject(document) || typeof document["version"] !== "number") return { state: "damaged" };
  if (document["version"] > kind.version) return { state: "newer" };
  const value = document["version"] === kind.version ? kind.validate(document) : null;
  return value === null ? { state: "damaged" } : { state: "ok", value };
}

/** Under the lock: nobody replaces the file between the look at it and the rename. */
async function loadOrSetAside<T extends object>(path: string, kind: DocumentKind<T>): Promise<Loaded<T>> {
  const loaded = await load(path, kind);
  if (loaded.state !== "damaged" && loaded.state !== "newer") return loaded;
  const stamp = new Date().toISOString().replace(/[-:.]/g, "");
  const aside = `${path}.${loaded.state}-${stamp}-${process.pid}`;
  await rename(path, aside);
  const what = loaded.state === "damaged" ? "is damaged" : "was written by a newer slmcode";
  kind.warn({
    code: "set_aside",
    message: `${path} ${what}; it was set aside as ${basename(aside)}, and a new one is begun.`,
  });
  return { state: "missing" };
}

async function changeFile<T extends object>(
  path: string,
  kind: DocumentKind<T>,
  change: (current: T) => T,
  stillHeld: StillHeld,
): Promise<"replaced" | "unchanged" | "lock_lost"> {
  const loaded = await loadOrSetAside(path, kind);
  if (loaded.state === "unreadable") throw Object.assign(new Error(loaded.code), { code: loaded.code });
  const current = loaded.state === "ok" ? loaded.value : kind.empty;
  const next = change(current);
  return next === current ? "unchanged" : replaceFile(path, `${JSON.stringify(next)}\n`, { stillHeld });
}

async function underLock<T extends object>(
  path: string,
  { warn, lockTimeoutMs }: DocumentKind<T>,
  action: (stillHeld: StillHeld) => Promise<unknown>,
): Promise<boolean> {
  const unwritable = (code: string): void =>
    warn({
      code: "unwritable",
      message: `${path} cannot be written (${code}); going on without keeping what was found out.`,
    });
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const result = await withFileLock(
        path,
        action,
        lockTimeoutMs === undefined ? {} : { timeoutMs: lockTimeoutMs },
      );
      if (!result.ok && result.reason === "unusable") {
        unwritable(result.code);
        return false;
      }
      if (!result.ok) break;
      if (result.value !== "lock_lost") return true;
    }
    warn({
      code: "busy",
      message: `${path} was not written: another process holds ${basename(path)}.lock. Remove that folder if no slmcode is running.`,
    });
  } catch (error) {
    unwritable(errorCode(error));
  }
  return false;
}

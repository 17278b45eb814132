import { randomBytes } from "node:crypto";
import { renameSync } from "node:fs";
import { type FileHandle, open, readdir, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "./error-code.ts";
import type { StillHeld } from "./file-lock.ts";

export interface ReplaceFileOptions {
  /** For a file that is new; an existing file keeps its mode and owner. @default 0o600 */
  readonly newFileMode?: number;
  /** Asked right before the rename. */
  readonly stillHeld: StillHeld;
}

/**
 * Replaces a whole file so that a reader, or a crash at any moment, sees the old text or the new one: a temporary file
 * beside it, fsync, rename, fsync of the folder. To be called under the file's lock; `lock_lost` means that nothing was
 * replaced and the caller has to read again. Throws what the file system throws (EROFS, ENOSPC, ...).
 */
export async function replaceFile(
  path: string,
  text: string | Uint8Array,
  { newFileMode = 0o600, stillHeld }: ReplaceFileOptions,
): Promise<"replaced" | "lock_lost"> {
  await removeLeftovers(path);
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    await writeDurably(temporary, text, await formerAttributes(path, newFileMode));
    if (!stillHeld()) return "lock_lost";
    await rename(temporary, path);
  } catch (error) {
    // Another taker of the lock swept our temporary file away.
    if (errorCode(error) === "ENOENT" && !stillHeld()) return "lock_lost";
    throw error;
  } finally {
    await unlink(temporary).catch(() => {});
  }
  await syncFolder(dirname(path));
  return "replaced";
}

interface Attributes {
  readonly mode: number;
  readonly owner: { readonly uid: number; readonly gid: number } | null;
}

async function formerAttributes(path: string, newFileMode: number): Promise<Attributes> {
  try {
    const { mode, uid, gid } = await stat(path);
    return { mode: mode & 0o7777, owner: { uid, gid } };
  } catch {
    return { mode: newFileMode, owner: null };
  }
}

async function writeDurably(
  path: string,
  text: string | Uint8Array,
  { mode, owner }: Attributes,
): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await keepOwner(file, owner);
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Under sudo an edited file would end up as root's; where it may not be given back, it stays ours. */
async function keepOwner(file: FileHandle, owner: Attributes["owner"]): Promise<void> {
  if (owner === null || process.getuid === undefined || owner.uid === process.getuid()) return;
  await file.chown(owner.uid, owner.gid).catch(() => {});
}

/** Windows refuses to replace a file that somebody reads at that moment (EPERM, EACCES, EBUSY), for some milliseconds. */
async function rename(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const passing = process.platform === "win32" && ["EPERM", "EACCES", "EBUSY"].includes(errorCode(error));
      if (!passing || attempt === 10) throw error;
      await delay(10 * attempt);
    }
  }
}

/** Only the holder of the lock has a temporary file, so any that is there was left by a killed process. */
async function removeLeftovers(path: string): Promise<void> {
  const start = `.${basename(path)}.`;
  for (const name of await readdir(dirname(path))) {
    if (name.startsWith(start) && /^[0-9a-f]{12}\.tmp$/.test(name.slice(start.length))) {
      await unlink(join(dirname(path), name)).catch(() => {});
    }
  }
}

/** Makes the rename itself survive a power cut. Windows cannot open a folder; some network file systems refuse the sync. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
  } catch {
    // The text is safe either way; at worst the old one comes back.
  }
}

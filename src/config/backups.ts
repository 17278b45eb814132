import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, parseJson } from "../json-value.ts";

/** What a file of settings was before an edit. */
export interface Backup {
  /** Sorts by time: `20261001T120000000Z-3fa2`. */
  readonly id: string;
  /** RFC 3339. */
  readonly createdAt: string;
  /** The file itself, links followed. */
  readonly path: string;
  /** `null`: there was no file. */
  readonly text: string | null;
}

/** Backups kept of each file; older ones are removed. */
const KEPT = 50;

const ID = /^\d{8}T\d{9}Z-[0-9a-f]{4}$/;

/** Keeps what is at `path` now, and answers the backup's id. To be called under the file's lock. Throws what the file system throws. */
export async function writeBackup(folder: string, path: string, text: string | null): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const createdAt = new Date().toISOString();
  const id = `${createdAt.replace(/[-:.]/g, "")}-${randomBytes(2).toString("hex")}`;
  const document = { version: 1, id, createdAt, path, text };
  const file = await open(join(folder, `${id}.json`), "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(document)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await removeOldest(folder, path);
  return id;
}

/** Newest first; of one file where `path` is given. What cannot be read is left out. */
export async function readBackups(folder: string, path?: string): Promise<readonly Backup[]> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch {
    return [];
  }
  const ids = names
    .map((each) => each.replace(/\.json$/, ""))
    .filter((each) => ID.test(each))
    .sort()
    .reverse();
  const backups = await Promise.all(ids.map((id) => readBackup(folder, id)));
  return backups.filter((each) => each !== null && (path === undefined || each.path === path)) as Backup[];
}

/** The backup of that id; `null` where there is none. */
export async function readBackup(folder: string, id: string): Promise<Backup | null> {
  if (!ID.test(id)) return null;
  let text: string;
  try {
    text = await readFile(join(folder, `${id}.json`), "utf8");
  } catch {
    return null;
  }
  const document = parseJson(text);
  if (!isJsonObject(document)) return null;
  const { createdAt, path, text: kept } = document;
  if (typeof createdAt !== "string" || typeof path !== "string") return null;
  return kept === null || typeof kept === "string" ? { id, createdAt, path, text: kept } : null;
}

async function removeOldest(folder: string, path: string): Promise<void> {
  // Most of the time there is nothing to remove, and then nothing is read.
  if ((await readdir(folder)).length <= KEPT) return;
  const backups = await readBackups(folder, path);
  for (const { id } of backups.slice(KEPT)) await unlink(join(folder, `${id}.json`)).catch(() => {});
}

import { realpathSync } from "node:fs";
import { type Backup, readBackup, readBackups } from "../../config/backups.ts";
import { shortPath } from "../../config/describe-origin.ts";
import { locateDotfiles } from "../../config/locate-dotfiles.ts";
import { dataDirectories, dataFiles, homeDirectory } from "../../data-directory.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { UsageError } from "../usage-error.ts";
import { type ConfigFile, edit, type FileOptions, fileToChange } from "./run-config-context.ts";

export interface RestoreOptions extends FileOptions {
  readonly list?: boolean;
}

/** `config restore`: the text before the last change of the file, or the one of a backup, which knows its own file. */
export async function runConfigRestore(
  id: string | undefined,
  options: RestoreOptions,
  io: Io,
): Promise<number> {
  const folder = dataFiles(await dataDirectories(io.env)).configBackups;
  if (options.list === true) return list(folder, options, io);
  const backup = id === undefined ? await newest(folder, options, io) : await named(folder, id);
  const file: ConfigFile = { scope: await scopeOf(backup, io), path: backup.path };
  const edited = await edit(file, io, () => ({ ok: true, text: backup.text }));
  const place = plainText(shortPath(backup.path, homeDirectory(io.env)));
  if (options.json === true) {
    const { changed, path, backupId } = edited;
    io.print(jsonText({ schema_version: 1, restored: backup.id, path, changed, backup: backupId }));
  } else if (!edited.changed) {
    io.print(`${place} is as it was at ${backup.createdAt} already; nothing to change\n`);
  } else {
    const what =
      backup.text === null ? "removed, as it did not exist before" : `as it was at ${backup.createdAt}`;
    io.print(`${place}: ${what}\nundo: slmcode config restore ${edited.backupId}\n`);
  }
  return EXIT.ok;
}

async function newest(folder: string, options: RestoreOptions, io: Io): Promise<Backup> {
  const { path } = await fileToChange(options, io);
  const [backup] = await readBackups(folder, realPath(path));
  if (backup !== undefined) return backup;
  throw new UsageError(
    `slmcode has not changed ${plainText(shortPath(path, homeDirectory(io.env)))} yet, so there is no backup`,
    "slmcode config restore --list shows the backups of all files.",
  );
}

async function named(folder: string, id: string): Promise<Backup> {
  const backup = await readBackup(folder, id);
  if (backup !== null) return backup;
  throw new UsageError(
    `there is no backup ${JSON.stringify(id)}`,
    "slmcode config restore --list shows them.",
  );
}

async function list(folder: string, options: RestoreOptions, io: Io): Promise<number> {
  const backups = await readBackups(folder);
  if (options.json === true) {
    const all = backups.map(({ id, createdAt, path, text }) => ({
      id,
      created_at: createdAt,
      path,
      existed: text !== null,
    }));
    io.print(jsonText({ schema_version: 1, backups: all }));
  } else if (backups.length === 0) {
    io.warn("slmcode: there are no backups\n");
  }
  if (options.json !== true) {
    const home = homeDirectory(io.env);
    for (const { id, createdAt, path } of backups) {
      io.print(`${id}  ${createdAt}  ${plainText(shortPath(path, home))}\n`);
    }
  }
  return EXIT.ok;
}

async function scopeOf({ path }: Backup, io: Io): Promise<ConfigFile["scope"]> {
  const { user } = await locateDotfiles(io.cwd, homeDirectory(io.env));
  return user !== null && realPath(user) === path ? "user" : "project";
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

import { readlink, realpath, unlink } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { errorCode } from "../backends/store/error-code.ts";
import { type StillHeld, withFileLock } from "../backends/store/file-lock.ts";
import { replaceFile } from "../backends/store/replace-file.ts";
import { writeBackup } from "./backups.ts";
import { readDotfile } from "./read-dotfile.ts";

export interface EditDotfileOptions {
  readonly path: string;
  /** Where the text before the edit is kept. */
  readonly backupFolder: string;
  /** An existing file keeps its mode. */
  readonly newFileMode: number;
  /** From the newest text to the wanted one; `null` is a file that does not exist. May run more than once. */
  readonly edit: (
    text: string | null,
  ) => { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly problem: string };
  readonly lockTimeoutMs?: number;
}

export type DotfileEdit =
  | {
      readonly ok: true;
      readonly changed: boolean;
      /** The file itself, links followed. */
      readonly path: string;
      readonly before: string | null;
      readonly after: string | null;
      /** `null` where nothing changed. */
      readonly backupId: string | null;
    }
  /** Nothing was written. */
  | { readonly ok: false; readonly problem: string; readonly hint: string | null };

const ATTEMPTS = 5;

/**
 * Edits a file of settings as one step: lock, read, edit, backup, atomic replace. The mode stays, a link is followed, and
 * a text that comes out the same is not written. Never throws for what the file system does.
 */
export async function editDotfile(options: EditDotfileOptions): Promise<DotfileEdit> {
  const target = await targetOf(options.path);
  const wait = options.lockTimeoutMs === undefined ? {} : { timeoutMs: options.lockTimeoutMs };
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const result = await withFileLock(
        target,
        (stillHeld) => editUnderLock(target, options, stillHeld),
        wait,
      );
      if (!result.ok && result.reason === "unusable") return cannotWrite(target, result.code);
      if (!result.ok) break;
      if (result.value !== "lock_lost") return result.value;
    }
  } catch (error) {
    return cannotWrite(target, errorCode(error));
  }
  return {
    ok: false,
    problem: `${target} is being edited by another process that does not finish`,
    hint: `Nothing was written. Remove the folder ${target}.lock if no slmcode is running.`,
  };
}

async function editUnderLock(
  target: string,
  { edit, backupFolder, newFileMode }: EditDotfileOptions,
  stillHeld: StillHeld,
): Promise<DotfileEdit | "lock_lost"> {
  const read = await readDotfile(target);
  if (read.state === "unreadable") {
    return { ok: false, problem: `${target} ${read.problem}`, hint: "Nothing was written." };
  }
  const before = read.state === "missing" ? null : read.text;
  const edited = edit(before);
  if (!edited.ok) {
    return {
      ok: false,
      problem: `${target}: ${edited.problem}`,
      hint: "Nothing was written. Repair the file first: slmcode config edit",
    };
  }
  const after = edited.text;
  const changed = after !== before && !(before === null && after === "");
  if (!changed) return { ok: true, changed, path: target, before, after: before, backupId: null };
  const backup = await keep(backupFolder, target, before);
  if (!backup.ok) return backup;
  if (after === null) await unlink(target);
  else if ((await replaceFile(target, after, { newFileMode, stillHeld })) === "lock_lost") return "lock_lost";
  return { ok: true, changed, path: target, before, after, backupId: backup.id };
}

async function keep(
  folder: string,
  target: string,
  before: string | null,
): Promise<{ readonly ok: true; readonly id: string } | Extract<DotfileEdit, { ok: false }>> {
  try {
    return { ok: true, id: await writeBackup(folder, target, before) };
  } catch (error) {
    return {
      ok: false,
      problem: `${target} was not changed, because no backup can be kept in ${folder} (${errorCode(error)})`,
      hint: "Set SLMCODE_HOME to a folder that can be written.",
    };
  }
}

function cannotWrite(target: string, code: string): Extract<DotfileEdit, { ok: false }> {
  return {
    ok: false,
    problem: `${target} cannot be written (${code})`,
    hint:
      code === "EBUSY"
        ? "It may be mounted as a single file, and such a file cannot be replaced: edit it where it comes from."
        : `The folder ${dirname(target)} must exist and be writable.`,
  };
}

/** Follows links, one that leads to a file that does not exist yet included. */
async function targetOf(path: string): Promise<string> {
  let current = resolve(path);
  for (let links = 0; links < 40; links += 1) {
    try {
      return await realpath(current);
    } catch {
      try {
        current = resolve(dirname(current), await readlink(current));
      } catch {
        return current;
      }
    }
  }
  return current;
}

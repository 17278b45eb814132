import { join, resolve } from "node:path";
import { changeText } from "../../config/change-text.ts";
import { shortPath } from "../../config/describe-origin.ts";
import { type DotfileEdit, editDotfile } from "../../config/edit-dotfile.ts";
import { loadConfig } from "../../config/load-config.ts";
import { DOTFILE_NAME, locateDotfiles } from "../../config/locate-dotfiles.ts";
import type { ConfigNote, ConfigResult } from "../../config/setting.ts";
import { dataDirectories, dataFiles, homeDirectory } from "../../data-directory.ts";
import type { Io } from "../io.ts";
import { plainText } from "../render/plain-text.ts";
import { UsageError } from "../usage-error.ts";

/** The options that choose a file. */
export interface FileOptions {
  readonly user?: boolean;
  readonly project?: boolean;
  readonly json?: boolean;
}

export interface ConfigFile {
  readonly scope: "user" | "project";
  readonly path: string;
}

/** The file that a command changes: the user's, or with `--project` the nearest upwards, else one in the working folder. */
export async function fileToChange({ project }: FileOptions, io: Io): Promise<ConfigFile> {
  const home = homeDirectory(io.env);
  const paths = await locateDotfiles(io.cwd, home);
  if (project === true) {
    if (home !== null && resolve(io.cwd) === resolve(home)) {
      throw new UsageError("this is your home folder, and the file here is your own, not a project's");
    }
    return { scope: "project", path: paths.project ?? join(io.cwd, DOTFILE_NAME) };
  }
  if (paths.user === null) {
    throw new UsageError("there is no home folder to keep your settings in", "Set HOME, or use --project.");
  }
  return { scope: "user", path: paths.user };
}

/** The file that `--user` or `--project` names; `null` without either. */
export async function fileToShow(options: FileOptions, io: Io): Promise<ConfigFile | null> {
  return options.user === true || options.project === true ? fileToChange(options, io) : null;
}

/** Edits a file of settings with a backup. What stands in the way is a {@link UsageError}. */
export async function edit(
  file: ConfigFile,
  io: Io,
  change: Parameters<typeof editDotfile>[0]["edit"],
): Promise<Extract<DotfileEdit, { ok: true }>> {
  const { configBackups } = dataFiles(await dataDirectories(io.env));
  const edited = await editDotfile({
    path: file.path,
    backupFolder: configBackups,
    // A project's file is there to be shared.
    newFileMode: file.scope === "user" ? 0o600 : 0o644,
    edit: change,
  });
  if (!edited.ok)
    throw new UsageError(plainText(edited.problem), edited.hint === null ? null : plainText(edited.hint));
  return edited;
}

/** A span edit for {@link edit}. */
export function spanEdit(
  ...changes: Parameters<typeof changeText>[1]
): (text: string | null) => ReturnType<typeof changeText> {
  return (text) => changeText(text ?? "", changes);
}

/** All sources together. Warnings are printed; problems are the caller's. */
export async function loadAll(io: Io): Promise<ConfigResult> {
  const result = await loadConfig({ env: io.env, cwd: io.cwd });
  printNotes(io, result.warnings);
  return result;
}

/** On stderr, each with what to do next. */
export function printNotes(io: Io, notes: readonly ConfigNote[]): void {
  for (const { message, hint } of notes) {
    io.warn(`slmcode: ${plainText(message)}\n${hint === null ? "" : `  ${plainText(hint)}\n`}`);
  }
}

/** `user: ~/.slmcode.json`, and where a link leads. */
export function describeFile({ scope, path }: ConfigFile, target: string, io: Io): string {
  const home = homeDirectory(io.env);
  const link = target === path ? "" : ` -> ${shortPath(target, home)}`;
  return plainText(`${scope}: ${shortPath(path, home)}${link}`);
}

/** As a person writes it: text without quotes, everything else as JSON. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return "(not set)";
  return plainText(typeof value === "string" ? value : JSON.stringify(value));
}

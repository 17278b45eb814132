import { join } from "node:path";
import { type Change, changeText } from "../../config/change-text.ts";
import { editDotfile } from "../../config/edit-dotfile.ts";
import { DOTFILE_NAME } from "../../config/locate-dotfiles.ts";
import { readDotfile } from "../../config/read-dotfile.ts";
import { dataDirectories, dataFiles, homeDirectory } from "../../data-directory.ts";
import type { PlannedChange } from "../../health/planned-changes.ts";
import type { FixReport } from "../../health/readiness-report.ts";
import type { Io } from "../io.ts";
import { UsageError } from "../usage-error.ts";

export interface FixWork {
  readonly dryRun: boolean;
  readonly io: Io;
}

export interface Fixed {
  readonly report: FixReport;
  /** How the file changes; `null` where it does not. */
  readonly diff: string | null;
}

/** Writes the user's own file only: one span edit for all changes, with a backup. */
export async function fixSettings(
  changes: readonly PlannedChange[],
  { dryRun, io }: FixWork,
): Promise<Fixed> {
  const home = homeDirectory(io.env);
  if (home === null) throw new UsageError("there is no home folder to keep settings in", "Set HOME.");
  const path = join(home, DOTFILE_NAME);
  if (changes.length === 0)
    return { report: { mode: "nothing_to_do", file: path, backup: null, changes: [] }, diff: null };
  const edits = changes.map(({ key, to }): Change => ({ op: "set", path: [key], value: to as never }));
  const edit = (text: string | null): { ok: true; text: string } | { ok: false; problem: string } =>
    changeText(text ?? "{}\n", edits);
  if (dryRun)
    return {
      report: { mode: "dry_run", file: path, backup: null, changes },
      diff: await rehearse(path, edit),
    };
  const edited = await editDotfile({
    path,
    backupFolder: dataFiles(await dataDirectories(io.env)).configBackups,
    newFileMode: 0o600,
    edit,
  });
  if (!edited.ok) throw new UsageError(edited.problem, edited.hint ?? "Nothing was changed.");
  const mode = edited.changed ? "applied" : "nothing_to_do";
  return {
    report: { mode, file: edited.path, backup: edited.backupId, changes },
    diff: await diffOf(edited.before ?? "", edited.after ?? ""),
  };
}

/** What the edit would change, without a write. */
async function rehearse(
  path: string,
  edit: (text: string | null) => { ok: true; text: string } | { ok: false; problem: string },
): Promise<string> {
  const read = await readDotfile(path);
  if (read.state === "unreadable") throw new UsageError(`${path} ${read.problem}`, "Nothing was changed.");
  const before = read.state === "missing" ? null : read.text;
  const after = edit(before);
  if (!after.ok) throw new UsageError(`${path}: ${after.problem}`, "Nothing was changed.");
  return await diffOf(before ?? "", after.text);
}

async function diffOf(before: string, after: string): Promise<string> {
  const { textDiff } = await import("../render/text-diff.ts");
  const lines = textDiff(before, after) ?? [];
  return lines.map(({ text }) => text).join("\n");
}

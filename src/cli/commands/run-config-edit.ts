import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseDotfile } from "../../config/parse-dotfile.ts";
import { readDotfile } from "../../config/read-dotfile.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { plainText } from "../render/plain-text.ts";
import { UsageError } from "../usage-error.ts";
import {
  type ConfigFile,
  describeFile,
  edit,
  type FileOptions,
  fileToChange,
  printNotes,
} from "./run-config-context.ts";
import { runEditor } from "./run-config-editor.ts";

const NEW_FILE = "{\n}\n";

/** `config edit`: the editor gets a copy, and only a copy that can be read and holds good values replaces the file. */
export async function runConfigEdit(options: FileOptions, io: Io): Promise<number> {
  const file = await fileToChange(options, io);
  const before = await textOf(file);
  const folder = await mkdtemp(join(tmpdir(), "slmcode-edit-"));
  const copy = join(folder, "slmcode.jsonc");
  await writeFile(copy, before ?? NEW_FILE, { mode: 0o600 });
  const { command, exitCode } = await runEditor(copy, io);
  if (exitCode !== 0) {
    await rm(folder, { recursive: true, force: true });
    const how = exitCode === null ? "cannot be started" : `ended with code ${exitCode}`;
    throw new UsageError(
      `the editor ${plainText(command)} ${how}; nothing was changed`,
      "Set VISUAL or EDITOR to the editor you want.",
    );
  }
  const code = await takeOver({ file, copy, before }, io);
  if (code === EXIT.ok) await rm(folder, { recursive: true, force: true });
  else io.warn(`  Nothing was changed. Your text is kept in ${copy}\n`);
  return code;
}

interface Edited {
  readonly file: ConfigFile;
  readonly copy: string;
  readonly before: string | null;
}

async function takeOver({ file, copy, before }: Edited, io: Io): Promise<number> {
  const read = await readDotfile(copy);
  if (read.state !== "ok") {
    io.warn(`slmcode: the edited text ${read.state === "missing" ? "is gone" : read.problem}\n`);
    return EXIT.usage;
  }
  const { problems, warnings } = parseDotfile(read.text, file);
  printNotes(io, [...problems, ...warnings]);
  if (problems.length > 0) return EXIT.usage;
  let changedMeanwhile = false;
  const after = before === null && read.text === NEW_FILE ? null : read.text;
  const edited = await edit(file, io, (now) => {
    changedMeanwhile = now !== before;
    return { ok: true, text: changedMeanwhile ? now : after };
  });
  const place = describeFile(file, edited.path, io);
  if (changedMeanwhile) {
    io.warn(`slmcode: ${place} was changed by somebody else meanwhile\n`);
    return EXIT.usage;
  }
  io.print(edited.changed ? `saved (${place})\n` : `nothing changed (${place})\n`);
  return EXIT.ok;
}

/** A file that does not parse can be edited: this is how it is repaired. */
async function textOf({ path }: ConfigFile): Promise<string | null> {
  const read = await readDotfile(path);
  if (read.state === "unreadable") throw new UsageError(plainText(`${path} ${read.problem}`));
  return read.state === "missing" ? null : read.text;
}

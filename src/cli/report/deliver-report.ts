import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { errorCode } from "../../backends/store/error-code.ts";
import { withFileLock } from "../../backends/store/file-lock.ts";
import { replaceFile } from "../../backends/store/replace-file.ts";
import type { Io } from "../io.ts";
import { UsageError } from "../usage-error.ts";

/** Others read reports: a collector, a CI runner. */
const REPORT_MODE = 0o644;

/** Prints the report, or replaces the file of `--output` by it in one step. `-` is stdout. */
export async function deliverReport(text: string, output: string | undefined, io: Io): Promise<void> {
  if (output === undefined || output === "-") return io.print(text);
  const problem = await write(resolve(io.cwd, output), text);
  if (problem !== null)
    throw new UsageError(
      `the report cannot be written to ${output} (${problem})`,
      "What was there is unchanged. Choose another file with --output.",
    );
  io.warn(`report written to ${output}\n`);
}

/** The code of what went wrong, or `null`. */
async function write(path: string, text: string): Promise<string | null> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory() === true) return "EISDIR";
    // A pipe or a device is written into, not replaced.
    if (found !== null && !found.isFile()) {
      await writeFile(path, text);
      return null;
    }
    const written = await withFileLock(path, (stillHeld) =>
      replaceFile(path, text, { newFileMode: REPORT_MODE, stillHeld }),
    );
    if (!written.ok) return written.code;
    return written.value === "replaced" ? null : written.value;
  } catch (error) {
    return errorCode(error);
  }
}

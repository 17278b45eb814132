import { constants, renameSync, statSync } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode } from "./error-code.ts";
import { withFileLock } from "./file-lock.ts";
import type { WarnOfStore } from "./store-warning.ts";

/** At this size the file becomes the one predecessor, so both together stay under twice of it. */
export const HISTORY_MAX_BYTES: number = 1024 * 1024;

/** The older half of the history: `history.1.jsonl` beside `history.jsonl`. */
export function historyPredecessor(path: string): string {
  return join(dirname(path), basename(path).replace(/\.jsonl$/, ".1.jsonl"));
}

/**
 * Adds one line. No lock: the system puts each O_APPEND write behind the last one. A process that still has the file
 * open while another one renames it writes into the predecessor, so no line is lost.
 */
export async function appendHistoryLine(path: string, line: string, warn: WarnOfStore): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Readable too, for a look at the last byte. Not to hang on a pipe that somebody put there.
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
    const file = await open(path, flags, 0o600);
    let size: number;
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw Object.assign(new Error("not a file"), { code: "not a file" });
      size = stat.size;
      await file.write((await endsInsideLine(file, size)) ? `\n${line}` : line);
    } finally {
      await file.close();
    }
    if (size + line.length > HISTORY_MAX_BYTES) await rotate(path);
  } catch (error) {
    warn({
      code: "unwritable",
      message: `${path} cannot be written (${errorCode(error)}); going on without keeping what was found out.`,
    });
  }
}

/** True after a write that a full disk, or a power cut, cut off: the next line must not be glued to it. */
async function endsInsideLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 && buffer[0] !== 0x0a;
}

/** Under the lock and after another look: of many processes that see the limit, one renames. If none can, the next append tries. */
async function rotate(path: string): Promise<void> {
  await withFileLock(
    path,
    async (stillHeld) => {
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > HISTORY_MAX_BYTES && stillHeld()) renameSync(path, historyPredecessor(path));
    },
    { timeoutMs: 2000 },
  );
}

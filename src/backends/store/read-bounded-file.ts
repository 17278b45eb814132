import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { errorCode } from "./error-code.ts";

export type BoundedRead =
  | { readonly state: "ok"; readonly bytes: Buffer }
  | { readonly state: "missing" }
  | { readonly state: "too_large"; readonly size: number }
  | { readonly state: "unreadable"; readonly code: string };

/**
 * A whole file of at most `maxBytes`. Never hangs and never fills the memory, whatever is at `path`: a pipe, a device
 * and a folder are `unreadable` with the code `not a file`.
 */
export async function readBoundedFile(path: string, maxBytes: number): Promise<BoundedRead> {
  try {
    // Without O_NONBLOCK, opening a pipe waits for its writer.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return { state: "unreadable", code: "not a file" };
      if (stat.size > maxBytes) return { state: "too_large", size: stat.size };
      return { state: "ok", bytes: await file.readFile() };
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = errorCode(error);
    return code === "ENOENT" || code === "ENOTDIR" ? { state: "missing" } : { state: "unreadable", code };
  }
}

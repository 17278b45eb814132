import { readBoundedFile } from "../backends/store/read-bounded-file.ts";

/** A file of settings has some hundred bytes. */
const MAX_BYTES = 1024 * 1024;

export type DotfileText =
  | { readonly state: "missing" }
  /** `problem` follows the path in a sentence: `is larger than 1 MB`. */
  | { readonly state: "unreadable"; readonly problem: string }
  | { readonly state: "ok"; readonly text: string };

/** The text of a dotfile, a byte order mark included. Never hangs or fills the memory, whatever is there. */
export async function readDotfile(path: string): Promise<DotfileText> {
  const read = await readBoundedFile(path, MAX_BYTES);
  switch (read.state) {
    case "missing":
      return { state: "missing" };
    case "too_large":
      return {
        state: "unreadable",
        problem: `is ${Math.ceil(read.size / MAX_BYTES)} MB large; at most 1 MB is read`,
      };
    case "unreadable":
      return { state: "unreadable", problem: `cannot be read (${read.code})` };
    case "ok":
      return decode(read.bytes);
  }
}

function decode(bytes: Uint8Array): DotfileText {
  try {
    return { state: "ok", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { state: "unreadable", problem: "is not UTF-8 text; save it as UTF-8" };
  }
}

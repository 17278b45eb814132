import { appendFile, type FileHandle, open, readFile, stat, truncate } from "node:fs/promises";
import { isJsonObject, parseJson } from "../../json-value.ts";
import { UsageError } from "../usage-error.ts";

/** Every result begins like this, so a last line that a crash cut off can be told from foreign text. */
const LINE_START = '{"line":';

/**
 * Lines that a former run finished, by {@link finishedKey}. A half-written last line is cut off, since it is not
 * finished; one that lacks its line end alone gets it. A file that holds anything else is refused, unchanged.
 */
export async function finishedLines(path: string): Promise<ReadonlySet<string>> {
  const bytes = await readResults(path);
  const finished = new Set<string>();
  const whole = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, whole).toString("utf8").split("\n");
  lines.forEach((content, index) => {
    if (content.trim() === "") return;
    const key = keyOf(content);
    if (key === null) throw notResults(path, index + 1);
    finished.add(key);
  });
  if (whole === bytes.length) return finished;

  const last = bytes.subarray(whole).toString("utf8");
  const key = keyOf(last);
  if (key !== null) {
    finished.add(key);
    await writing(path, () => appendFile(path, "\n"));
  } else if (isCutOff(last)) await writing(path, () => truncate(path, whole));
  else throw notResults(path, lines.length);
  return finished;
}

export function finishedKey(line: number, digest: string): string {
  return `${line} ${digest}`;
}

/** Refuses an output that is the input itself (also by a link), stdout, or no regular file. */
export async function checkOutput(input: string, output: string): Promise<void> {
  if (output === "-") {
    throw new UsageError(
      "results go to a file, so that a run that was ended can go on",
      "Name one: --output results.jsonl",
    );
  }
  const there = await stat(output, { bigint: true }).catch(() => null);
  if (there === null) return;
  const hint = "Choose another --output; nothing was changed.";
  if (!there.isFile()) throw new UsageError(`${output} is not a regular file`, hint);
  const read = await stat(input, { bigint: true }).catch(() => null);
  if (read !== null && read.ino === there.ino && read.dev === there.dev)
    throw new UsageError(`${output} is the input itself`, hint);
}

export interface ResultsFile {
  readonly append: (value: object) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Appends finished lines, one behind the other, each by one write. @throws UsageError where the file cannot be written */
export async function openResults(path: string): Promise<ResultsFile> {
  const file = await writing(path, () => open(path, "a", 0o600));
  let last: Promise<unknown> = Promise.resolve();
  return {
    append: async (value) => {
      const write = last.then(() => writing(path, () => file.appendFile(`${JSON.stringify(value)}\n`)));
      // After a failed write, maybe half of a line, nothing may follow.
      last = write;
      await write;
    },
    close: async () => {
      await last.catch(() => {});
      try {
        await writing(path, () => synced(file));
      } finally {
        await file.close();
      }
    },
  };
}

/** Network file systems tell only now that a write found no room. One that cannot sync at all loses nothing by that. */
async function synced(file: FileHandle): Promise<void> {
  try {
    await file.sync();
  } catch (error) {
    if (["ENOSPC", "EDQUOT", "EIO"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

async function readResults(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code = "error" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return Buffer.alloc(0);
    throw new UsageError(`${path} cannot be read (${code})`);
  }
}

async function writing<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw new UsageError(
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? "error"})`,
      "What was finished is kept: run the same command again once it can be.",
    );
  }
}

function keyOf(content: string): string | null {
  const value = parseJson(content);
  return isJsonObject(value) && typeof value["line"] === "number" && typeof value["digest"] === "string"
    ? finishedKey(value["line"], value["digest"])
    : null;
}

/** After a power cut the end of a file may be zeros. */
function isCutOff(last: string): boolean {
  const text = last.replace(/\0+$/, "");
  return text.startsWith(LINE_START) || LINE_START.startsWith(text);
}

function notResults(path: string, line: number): UsageError {
  return new UsageError(
    `${path} is not a file of results of slmcode run (line ${line})`,
    "Choose another --output; nothing was changed.",
  );
}

import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorCode } from "../backends/store/error-code.ts";
import type { ExchangeRecord } from "../backends/transport/exchange-record.ts";
import type { Io } from "./io.ts";
import { UsageError } from "./usage-error.ts";

export interface TraceFile {
  /** One line of JSON. It is in the file when this returns, so that a run that is broken off leaves what it saw. */
  readonly write: (record: ExchangeRecord) => void;
  /** Tells on stderr what the file holds. */
  readonly close: () => void;
}

/** Answers may tell of a server what its owner alone should read. */
const MODE = 0o600;

/** Begins the file of `--trace` anew. A file that cannot be written is exit code 2, before anything is sent. */
export function openTraceFile(path: string, io: Io): TraceFile {
  const file = openFile(path, io);
  let count = 0;
  let problem: string | null = null;
  return {
    write: (record) => {
      if (problem !== null) return;
      try {
        writeSync(file, `${JSON.stringify(record)}\n`);
        count++;
      } catch (error) {
        problem = errorCode(error);
      }
    },
    close: () => {
      closeSync(file);
      const requests = `${count} ${count === 1 ? "request" : "requests"}`;
      io.warn(
        problem === null
          ? `trace of ${requests} written to ${path}\n`
          : `warning: the trace in ${path} ends after ${requests} (${problem})\n`,
      );
    },
  };
}

function openFile(path: string, io: Io): number {
  const absolute = resolve(io.cwd, path);
  try {
    mkdirSync(dirname(absolute), { recursive: true });
    return openSync(absolute, "w", MODE);
  } catch (error) {
    throw new UsageError(
      `the trace cannot be written to ${path} (${errorCode(error)})`,
      "Nothing was sent. Choose another file with --trace.",
    );
  }
}

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { parseJson } from "../../json-value.ts";
import { type RepairOptions, repair } from "../../repair/repair.ts";
import type { RepairResult } from "../../repair/repair-result.ts";
import type { RepairStats } from "../../repair/repair-stats.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { withJsonEscapes } from "../render/json-escapes.ts";
import { plainText } from "../render/plain-text.ts";
import { UsageError } from "../usage-error.ts";
import { repairReport } from "./repair-report.ts";
import { repairSentence } from "./repair-sentence.ts";

export interface RepairLinesOptions {
  readonly io: Io;
  readonly options: RepairOptions;
  readonly stats: RepairStats;
  /** A report for each line, in place of the values alone. */
  readonly json: boolean;
}

/** One text a line, each mended as it comes, so that memory stays flat. Values go to stdout, failures to stderr. */
export async function repairLines(
  file: string | undefined,
  { io, options, stats, json }: RepairLinesOptions,
): Promise<number> {
  const input: Readable = file === undefined || file === "-" ? io.stdin : createReadStream(file);
  const interrupt = (): void => void input.destroy(io.signal.reason as Error);
  io.signal.addEventListener("abort", interrupt, { once: true });
  let failed = false;
  let number = 0;
  try {
    for await (const line of linesOf(input)) {
      number += 1;
      if (line.trim() === "") continue;
      const result = repair(textOf(line), options);
      stats.add(result);
      if (result.status !== "ok") failed = true;
      if (json) io.print(`${withJsonEscapes(JSON.stringify({ line: number, ...repairReport(result) }))}\n`);
      else if (result.status === "ok") io.print(`${withJsonEscapes(oneLine(result))}\n`);
      else io.warn(`line ${number}: ${repairSentence(result)}\n`);
    }
  } finally {
    io.signal.removeEventListener("abort", interrupt);
  }
  if (io.signal.aborted) return EXIT.interrupted;
  return failed ? EXIT.findings : EXIT.ok;

  async function* linesOf(from: Readable): AsyncGenerator<string> {
    try {
      let first = true;
      for await (const line of createInterface({ input: from, crlfDelay: Number.POSITIVE_INFINITY })) {
        yield first ? line.replace(/^\ufeff/, "") : line;
        first = false;
      }
    } catch (error) {
      if (io.signal.aborted) return;
      const code = (error as NodeJS.ErrnoException).code ?? "error";
      throw new UsageError(`${plainText(file ?? "stdin")} cannot be read (${code})`);
    }
  }
}

/** A line is a JSON string that holds the text, or the text itself. */
function textOf(line: string): string {
  const quoted = line.startsWith('"') ? parseJson(line) : undefined;
  return typeof quoted === "string" ? quoted : line;
}

/** The document as it was mended, digits and all; written anew only where it has line ends. */
function oneLine({ text, value }: Extract<RepairResult, { status: "ok" }>): string {
  return /[\r\n]/.test(text) ? JSON.stringify(value) : text;
}

import { mkdir, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { type StillHeld, withFileLock } from "../../backends/store/file-lock.ts";
import { callStructured } from "../../backends/structured/call-structured.ts";
import type { StructuredRequest } from "../../backends/structured/structured-call.ts";
import type { ChatMessage } from "../../backends/transport/completion.ts";
import { dataDirectories, dataFiles } from "../../data-directory.ts";
import { openFailureMemory } from "../../evolve/failure-memory.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { loadSettings } from "../load-settings.ts";
import { callLimits, openUserStore, openWorld } from "../open-world.ts";
import { outputOf } from "../output-options.ts";
import { promptSizeWarning } from "../prompt-size.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { createProgress } from "../render/progress.ts";
import { resolveTarget } from "../resolve-target.ts";
import { UsageError } from "../usage-error.ts";
import { type BatchItem, readBatch } from "./batch-file.ts";
import { checkOutput, finishedKey, finishedLines, openResults } from "./batch-results.ts";
import {
  countResult,
  hasGivenUp,
  newSummary,
  type Summary,
  summaryJson,
  summaryText,
} from "./batch-summary.ts";
import { numberOf } from "./number-option.ts";
import { resultJson } from "./result-json.ts";
import type { RunFlags } from "./run.ts";
import { requestSettings } from "./run-ask.ts";

/** Many structured calls. The output file is locked, so that two runs of the same command do not ask twice. */
export async function runMany(path: string, flags: RunFlags, io: Io): Promise<number> {
  const output = await outputOf(flags);
  await checkOutput(path, flags.output);
  const items = await readBatch(path, { ...output, system: flags.system ?? null });
  await makeFolder(flags.output);
  const locked = await withFileLock(
    await realPath(flags.output),
    (stillHeld) => ask(items, { output, flags, io, stillHeld }),
    { timeoutMs: LOCK_WAIT_MS },
  );
  if (locked.ok) return locked.value;
  throw locked.reason === "busy"
    ? new UsageError(`another run is writing to ${flags.output}`, "Wait for it, or choose another --output.")
    : new UsageError(
        `${flags.output} cannot be locked (${locked.code})`,
        "The lock stands in the same folder, which must be writable. Or choose another --output.",
      );
}

/** Two runs that name one file in two ways are to meet at one lock. */
async function realPath(output: string): Promise<string> {
  return await realpath(output).catch(() => output);
}

/** Longer than the lock of a killed run lasts. */
const LOCK_WAIT_MS = 4000;

async function makeFolder(output: string): Promise<void> {
  try {
    await mkdir(dirname(output), { recursive: true });
  } catch (error) {
    throw new UsageError(
      `${output} cannot be written (${(error as NodeJS.ErrnoException).code ?? "error"})`,
      "Its folder cannot be made. Choose another --output.",
    );
  }
}

interface Job {
  readonly output: Awaited<ReturnType<typeof outputOf>>;
  readonly flags: RunFlags;
  readonly io: Io;
  readonly stillHeld: StillHeld;
}

async function ask(items: readonly BatchItem[], job: Job): Promise<number> {
  const { flags, io } = job;
  const { config } = await loadSettings(flags, io);
  const parallel =
    numberOf("--parallel", flags.parallel, { minimum: 1, maximum: 256, whole: true }) ??
    config.values.concurrency.value;
  const finished = await finishedLines(flags.output);
  const open = items.filter((item) => !finished.has(finishedKey(item.line, item.digest)));
  const skipped = items.length - open.length;
  const summary = newSummary({
    total: items.length,
    skipped,
    outdated: finished.size - skipped,
    output: flags.output,
  });
  const startedAt = performance.now();
  if (open.length > 0) {
    const code = await askAll(open, { ...job, config, parallel, summary });
    if (code !== null) return code;
  }
  const durationMs = performance.now() - startedAt;
  io.print(
    flags.json === true ? jsonText(summaryJson(summary, durationMs)) : summaryText(summary, durationMs),
  );
  if (io.signal.aborted) return EXIT.interrupted;
  if (summary.failed > 0) return EXIT.couldNotCheck;
  return summary.invalid > 0 ? EXIT.findings : EXIT.ok;
}

interface AskAll extends Job {
  readonly config: Awaited<ReturnType<typeof loadSettings>>["config"];
  readonly parallel: number;
  readonly summary: Summary;
}

/** `null` when all was asked, else the exit code of why nothing could be. */
async function askAll(
  open: readonly BatchItem[],
  { output, flags, io, stillHeld, config, parallel, summary }: AskAll,
): Promise<number | null> {
  const settings = requestSettings(config, flags);
  // Results that cannot be kept are not asked for.
  const broken = new AbortController();
  const world = openWorld(callLimits(config));
  const progress = await createProgress(io);
  const warn = (text: string): void => io.warn(`slmcode: ${plainText(text)}\n`);
  try {
    const resolved = await resolveTarget({ config, world, io, onStep: progress.step });
    if (!resolved.ok) {
      progress.stop();
      if (io.signal.aborted) return EXIT.interrupted;
      io.warn(`slmcode: ${plainText(resolved.message)}\n  ${plainText(resolved.hint)}\n`);
      return EXIT.couldNotCheck;
    }
    if (resolved.withheld !== null) {
      progress.stop();
      warn(resolved.withheld);
    }
    const memory = openFailureMemory({ path: dataFiles(await dataDirectories(io.env)).memory, warn });
    const request: Omit<StructuredRequest, "messages"> = {
      ...settings,
      ...resolved.target,
      ...output,
      world,
      memory,
      store: await openUserStore(io, warn),
      signal: AbortSignal.any([io.signal, broken.signal]),
    };
    const results = await openResults(flags.output);
    const keep = async (value: object): Promise<void> => {
      try {
        if (!stillHeld()) throw takenOver(flags.output);
        await results.append(value);
      } catch (error) {
        broken.abort();
        throw error;
      }
    };
    let next = 0;
    let done = 0;
    const show = (): void =>
      progress.step(
        `${bar(done, open.length)} ${done} of ${open.length}${summary.invalid + summary.failed > 0 ? `, ${summary.invalid + summary.failed} without a value` : ""}`,
      );
    show();
    const worker = async (): Promise<void> => {
      while (next < open.length && request.signal?.aborted !== true && !hasGivenUp(summary)) {
        const item = open[next]!;
        next += 1;
        const messages = withSystem(item.messages, flags.system);
        const tooLong = promptSizeWarning(messages, config.values.prompt_budget.value);
        if (tooLong !== null) {
          progress.stop();
          warn(`line ${item.line}: ${tooLong}`);
        }
        const result = await callStructured({ ...request, messages });
        countResult(summary, result);
        // A request that failed says nothing about the line: it is tried again by the next run.
        if (result.ok || result.error.kind !== "request_failed")
          await keep({ line: item.line, id: item.id, digest: item.digest, ...resultJson(result) });
        done += 1;
        show();
      }
    };
    await Promise.all(Array.from({ length: Math.min(parallel, open.length) }, worker));
    await results.close();
    await memory.flush();
    return null;
  } finally {
    progress.stop();
    await world.close();
  }
}

function takenOver(output: string): UsageError {
  return new UsageError(
    `another run took ${output} over while this one was paused`,
    "Nothing is lost: what this run had not finished, the other one asks.",
  );
}

function withSystem(messages: readonly ChatMessage[], system: string | undefined): readonly ChatMessage[] {
  return system === undefined ? messages : [{ role: "system", content: system }, ...messages];
}

function bar(done: number, total: number): string {
  const filled = Math.round((done / Math.max(total, 1)) * 20);
  return `[${"#".repeat(filled)}${".".repeat(20 - filled)}]`;
}

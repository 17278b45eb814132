import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { withFileLock } from "../../backends/store/file-lock.ts";
import { callStructured } from "../../backends/structured/call-structured.ts";
import type { StructuredRequest, StructuredResult } from "../../backends/structured/structured-call.ts";
import type { ChatMessage } from "../../backends/transport/completion.ts";
import { dataDirectories, dataFiles } from "../../data-directory.ts";
import { openFailureMemory } from "../../evolve/failure-memory.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { loadSettings } from "../load-settings.ts";
import { callLimits, openUserStore, openWorld } from "../open-world.ts";
import { outputOf } from "../output-options.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { createProgress } from "../render/progress.ts";
import { resolveTarget } from "../resolve-target.ts";
import { UsageError } from "../usage-error.ts";
import { type BatchItem, finishedKey, finishedLines, openResults, readBatch } from "./batch-file.ts";
import { numberOf } from "./number-option.ts";
import { resultJson } from "./result-json.ts";
import type { RunFlags } from "./run.ts";
import { requestSettings } from "./run-ask.ts";

interface Summary {
  readonly total: number;
  readonly skipped: number;
  valid: number;
  invalid: number;
  failed: number;
  repaired: number;
  requests: number;
  promptTokens: number;
  completionTokens: number;
  lastFailure: string | null;
}

/** Many structured calls. The output file is locked, so that two runs of the same command do not ask twice. */
export async function runMany(path: string, flags: RunFlags, io: Io): Promise<number> {
  const output = await outputOf(flags);
  const items = await readBatch(path);
  await mkdir(dirname(flags.output), { recursive: true });
  const locked = await withFileLock(flags.output, () => ask(items, output, flags, io), { timeoutMs: 3500 });
  if (locked.ok) return locked.value;
  throw locked.reason === "busy"
    ? new UsageError(`another run is writing to ${flags.output}`, "Wait for it, or choose another --output.")
    : new UsageError(`${flags.output} cannot be written (${locked.code})`);
}

type Output = Awaited<ReturnType<typeof outputOf>>;

async function ask(items: readonly BatchItem[], output: Output, flags: RunFlags, io: Io): Promise<number> {
  const { config } = await loadSettings(flags, io);
  const parallel =
    numberOf("--parallel", flags.parallel, { minimum: 1, maximum: 256, whole: true }) ??
    config.values.concurrency.value;
  const finished = await finishedLines(flags.output);
  const open = items.filter((item) => !finished.has(finishedKey(item.line, item.digest)));
  const summary: Summary = {
    total: items.length,
    skipped: items.length - open.length,
    valid: 0,
    invalid: 0,
    failed: 0,
    repaired: 0,
    requests: 0,
    promptTokens: 0,
    completionTokens: 0,
    lastFailure: null,
  };
  const startedAt = performance.now();
  if (open.length > 0) {
    const code = await askAll(open, { output, flags, io, config, parallel, summary });
    if (code !== null) return code;
  }
  print(summary, performance.now() - startedAt, flags, io);
  if (io.signal.aborted) return EXIT.interrupted;
  if (summary.failed > 0) return EXIT.couldNotCheck;
  return summary.invalid > 0 ? EXIT.findings : EXIT.ok;
}

interface AskAll {
  readonly output: Output;
  readonly flags: RunFlags;
  readonly io: Io;
  readonly config: Awaited<ReturnType<typeof loadSettings>>["config"];
  readonly parallel: number;
  readonly summary: Summary;
}

/** `null` when all was asked, else the exit code of why nothing could be. */
async function askAll(
  open: readonly BatchItem[],
  { output, flags, io, config, parallel, summary }: AskAll,
): Promise<number | null> {
  const world = openWorld(callLimits(config));
  const progress = await createProgress(io);
  const warn = (text: string): void => io.warn(`slmcode: ${plainText(text)}\n`);
  try {
    const resolved = await resolveTarget({ config, world, io, onStep: progress.step });
    if (!resolved.ok) {
      progress.stop();
      io.warn(`slmcode: ${plainText(resolved.message)}\n  ${plainText(resolved.hint)}\n`);
      return EXIT.couldNotCheck;
    }
    const memory = openFailureMemory({ path: dataFiles(await dataDirectories(io.env)).memory, warn });
    const request: Omit<StructuredRequest, "messages"> = {
      ...requestSettings(config, flags),
      ...resolved.target,
      ...output,
      world,
      memory,
      store: await openUserStore(io, warn),
      signal: io.signal,
    };
    const results = await openResults(flags.output);
    let next = 0;
    let done = 0;
    const show = (): void =>
      progress.step(
        `${bar(done, open.length)} ${done} of ${open.length}${summary.invalid + summary.failed > 0 ? `, ${summary.invalid + summary.failed} without a value` : ""}`,
      );
    show();
    const worker = async (): Promise<void> => {
      while (next < open.length && !io.signal.aborted) {
        const item = open[next]!;
        next += 1;
        const result = await callStructured({
          ...request,
          messages: withSystem(item.messages, flags.system),
        });
        count(summary, result);
        // A request that failed says nothing about the line: it is tried again by the next run.
        if (result.ok || result.error.kind !== "request_failed")
          await results.append({ line: item.line, id: item.id, digest: item.digest, ...resultJson(result) });
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

function withSystem(messages: readonly ChatMessage[], system: string | undefined): readonly ChatMessage[] {
  return system === undefined ? messages : [{ role: "system", content: system }, ...messages];
}

function count(summary: Summary, result: StructuredResult): void {
  summary.requests += result.attempts;
  summary.promptTokens += result.usage.promptTokens;
  summary.completionTokens += result.usage.completionTokens;
  if (result.ok) {
    summary.valid += 1;
    if (result.repairRung !== null) summary.repaired += 1;
  } else if (result.error.kind === "request_failed") {
    summary.failed += 1;
    summary.lastFailure = result.error.serverMessage ?? result.error.message;
  } else summary.invalid += 1;
}

function bar(done: number, total: number): string {
  const filled = Math.round((done / Math.max(total, 1)) * 20);
  return `[${"#".repeat(filled)}${".".repeat(20 - filled)}]`;
}

function print(summary: Summary, durationMs: number, { json, output }: RunFlags, io: Io): void {
  if (json === true) {
    io.print(
      jsonText({
        total: summary.total,
        skipped: summary.skipped,
        valid: summary.valid,
        invalid: summary.invalid,
        failed: summary.failed,
        repaired: summary.repaired,
        requests: summary.requests,
        usage: { prompt_tokens: summary.promptTokens, completion_tokens: summary.completionTokens },
        duration_ms: Math.round(durationMs),
        output,
      }),
    );
    return;
  }
  const lines = [
    `${summary.total} lines: ${summary.skipped} done before, ${summary.valid} valid (${summary.repaired} repaired), ${summary.invalid} without a valid value, ${summary.failed} not answered`,
    `${summary.requests} requests, ${summary.promptTokens} + ${summary.completionTokens} tokens, ${(durationMs / 1000).toFixed(1)} s; results in ${output}`,
  ];
  if (summary.lastFailure !== null)
    lines.push(`last failure: ${plainText(summary.lastFailure)}; run the same command again to go on`);
  io.print(`${lines.join("\n")}\n`);
}

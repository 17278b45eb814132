import { normalizeBaseUrl } from "../../backends/transport/base-url.ts";
import { dataDirectories, dataFiles } from "../../data-directory.ts";
import { type MemorySummary, openFailureMemory } from "../../evolve/failure-memory.ts";
import { historyReport } from "../../health/history-report.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { openUserStore } from "../open-world.ts";
import { historyText, memoryText } from "../render/history-text.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { createStyle } from "../render/style.ts";
import { UsageError } from "../usage-error.ts";
import type { HistoryFlags } from "./history.ts";
import { sinceMs } from "./since-option.ts";

/** What happened, from the log on disk. Nothing is sent. */
export async function runHistory(flags: HistoryFlags, io: Io): Promise<number> {
  const warn = (text: string): void => io.warn(`slmcode: ${plainText(text)}\n`);
  const style = await createStyle({
    isTerminal: io.stdoutIsTerminal,
    env: io.env,
    flag: flags.color === false ? false : undefined,
  });
  const nowMs = Date.now();
  const since = sinceMs(flags.since ?? "7d", nowMs);
  const endpoint = flags.endpoint === undefined ? undefined : baseUrl(flags.endpoint);
  if (flags.memory === true) {
    const memory = openFailureMemory({ path: dataFiles(await dataDirectories(io.env)).memory, warn });
    const all = await memory.summary();
    const entries = all.entries.filter((each) => endpoint === undefined || each.endpoint === endpoint);
    const summary = { ...all, entries };
    io.print(flags.json === true ? jsonText(memoryJson(summary)) : memoryText(summary, style));
    return EXIT.ok;
  }
  const store = await openUserStore(io, warn);
  const read = await store.readHistory({
    sinceMs: since,
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  const report = historyReport(read, { sinceMs: since, nowMs });
  io.print(flags.json === true ? jsonText(report) : historyText(report, style));
  return EXIT.ok;
}

/** As the log has it, however it was typed. */
function baseUrl(text: string): string {
  const normalized = normalizeBaseUrl(text);
  if (!normalized.ok) throw new UsageError(normalized.message, normalized.hint);
  return normalized.url;
}

function memoryJson({ entries, mended, savedShare }: MemorySummary): object {
  return {
    schema: "slmcode.memory",
    schema_version: "1.0",
    mended,
    saved_share: savedShare,
    entries: entries.map(
      ({ endpoint, model, contract, kind, action, maxTokens, rung, learnedAt, applied, helped }) => ({
        endpoint,
        model,
        contract,
        kind,
        action,
        max_tokens: maxTokens,
        rung,
        learned_at: learnedAt,
        applied,
        helped,
      }),
    ),
  };
}

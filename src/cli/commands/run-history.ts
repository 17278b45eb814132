import { dataDirectories, dataFiles } from "../../data-directory.ts";
import { type MemorySummary, openFailureMemory } from "../../evolve/failure-memory.ts";
import { type HistoryDocument, historyReport } from "../../health/history-report.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { openUserStore } from "../open-world.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { createStyle, type Style } from "../render/style.ts";
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
  if (flags.memory === true) {
    const memory = openFailureMemory({ path: dataFiles(await dataDirectories(io.env)).memory, warn });
    const summary = await memory.summary();
    io.print(flags.json === true ? jsonText(memoryJson(summary)) : memoryText(summary, style));
    return EXIT.ok;
  }
  const nowMs = Date.now();
  const since = sinceMs(flags.since ?? "7d", nowMs);
  const store = await openUserStore(io, warn);
  const read = await store.readHistory({
    sinceMs: since,
    ...(flags.endpoint === undefined ? {} : { endpoint: flags.endpoint.replace(/\/+$/, "") }),
  });
  const report = historyReport(read, { sinceMs: since, nowMs });
  io.print(flags.json === true ? jsonText(report) : historyText(report, style));
  return EXIT.ok;
}

const BAR_WIDTH = 40;

function historyText(
  { since, calls, probes, rungs, classes, days, demotions, damaged_lines }: HistoryDocument,
  style: Style,
): string {
  const lines = [
    `${style.bold("History")} since ${since.slice(0, 16).replace("T", " ")}: ${calls} calls, ${probes} probes`,
    "",
  ];
  const most = Math.max(1, ...days.map((day) => day.calls));
  for (const { date, calls: count, failures } of days.slice(-31)) {
    const good = Math.round(((count - failures) / most) * BAR_WIDTH);
    const bad = failures === 0 ? 0 : Math.max(1, Math.round((failures / most) * BAR_WIDTH));
    lines.push(
      `  ${date}  ${style.green("#".repeat(good))}${style.red("!".repeat(bad))}${count === 0 ? style.dim("-") : ` ${count}${failures === 0 ? "" : `, ${failures} failed`}`}`,
    );
  }
  const failures = Object.entries(classes).filter(([, count]) => count > 0);
  lines.push(
    "",
    `  by class:  ${failures.length === 0 ? "no failures" : failures.map(([name, count]) => `${count} ${name}`).join(", ")}`,
  );
  const used = Object.entries(rungs);
  if (used.length > 0)
    lines.push(`  by rung:   ${used.map(([name, count]) => `${count} ${name}`).join(", ")}`);
  lines.push("", demotions.length === 0 ? "  No demotions." : style.bold("  Demotions"));
  for (const each of demotions.slice(-20)) {
    const words = each.server_message === null ? "" : `: "${each.server_message}"`;
    lines.push(
      plainText(
        `  ${each.at.slice(0, 16).replace("T", " ")}  ${each.wire_form ?? "?"} on ${each.endpoint} (${each.model}): ${each.reason ?? "no reason kept"}${words}`,
      ),
    );
  }
  if (damaged_lines > 0) lines.push("", `  ${damaged_lines} damaged lines were passed over.`);
  return `${lines.join("\n")}\n`;
}

function memoryText({ entries, mended, savedShare }: MemorySummary, style: Style): string {
  const share =
    savedShare === null
      ? "nothing was mended yet"
      : `${Math.round(savedShare * 100)} % of the mended failures cost no further request`;
  const lines = [
    style.bold("Memory"),
    `  ${mended.memory} kept from happening by memory, ${mended.local_repair} repaired locally, ${mended.round_trip} by a further request, ${mended.not} not mended`,
    `  ${share}`,
    "",
    ...entries.map((each) => {
      const what =
        each.action === "raise_max_tokens"
          ? `cap of ${each.maxTokens}`
          : each.action === "lower_rung"
            ? `rung ${each.rung}`
            : each.action;
      return plainText(
        `  ${each.contract} on ${each.model}: ${each.kind} -> ${what} (helped ${each.helped} of ${each.applied} times)`,
      );
    }),
  ];
  if (entries.length === 0) lines.push("  Nothing is remembered.");
  return `${lines.join("\n")}\n`;
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

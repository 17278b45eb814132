import type { MemorySummary } from "../../evolve/failure-memory.ts";
import type { HistoryDemotion, HistoryDocument } from "../../health/history-report.ts";
import { plainText } from "./plain-text.ts";
import type { Style } from "./style.ts";
import { wrap } from "./wrap.ts";

const WIDTH = 80;
const BAR_WIDTH = 40;
const MAX_DAYS = 31;
const MAX_DEMOTIONS = 20;

/** The log as bars per day, counts and demotions. At most 80 columns, but for a name longer than that. */
export function historyText(report: HistoryDocument, style: Style): string {
  const { since, calls, probes, rungs, classes, demotions, damaged_lines } = report;
  const lines = [
    `${style.bold("History")} since ${minute(since)} UTC: ${counted(calls, "call")}, ${counted(probes, "probe")}`,
    "",
    ...bars(report, style),
    "",
    ...hanging("  by class:  ", counts(classes) || "no failures"),
  ];
  if (Object.keys(rungs).length > 0) lines.push(...hanging("  by rung:   ", counts(rungs)));
  lines.push("", demotions.length === 0 ? "  No demotions." : style.bold("  Demotions"));
  for (const each of demotions.slice(-MAX_DEMOTIONS)) lines.push(...demotionLines(each));
  if (demotions.length > MAX_DEMOTIONS)
    lines.push(`  and ${demotions.length - MAX_DEMOTIONS} earlier ones (--json has all)`);
  if (damaged_lines > 0)
    lines.push(
      "",
      `  ${counted(damaged_lines, "damaged line")} ${damaged_lines === 1 ? "was" : "were"} passed over.`,
    );
  return `${lines.join("\n")}\n`;
}

function bars({ days }: HistoryDocument, style: Style): readonly string[] {
  const most = Math.max(1, ...days.map((day) => day.calls));
  const head = days.length > MAX_DAYS ? [`  The last ${MAX_DAYS} days:`] : [];
  const rows = days.slice(-MAX_DAYS).map(({ date, calls, failures }) => {
    if (calls === 0) return `  ${date}  ${style.dim("-")}`;
    const all = Math.max(1, Math.round((calls / most) * BAR_WIDTH));
    const bad = failures === 0 ? 0 : Math.max(1, Math.round((failures / calls) * all));
    const bar = `${style.green("#".repeat(all - bad))}${style.red("!".repeat(bad))}`;
    return `  ${date}  ${bar} ${calls}${failures === 0 ? "" : `, ${failures} failed`}`;
  });
  return [...head, ...rows];
}

function demotionLines({
  at,
  wire_form,
  endpoint,
  model,
  reason,
  server_message,
}: HistoryDemotion): string[] {
  const words = server_message === null ? "" : `: "${server_message}"`;
  const text = `${wire_form ?? "?"} on ${endpoint} (${model}): ${reason ?? "no reason kept"}${words}`;
  return hanging(`  ${minute(at)}  `, plainText(text));
}

export function memoryText({ entries, mended, savedShare }: MemorySummary, style: Style): string {
  const share =
    savedShare === null
      ? "nothing was mended yet"
      : `${Math.round(savedShare * 100)} % of the mended failures cost no further request`;
  const lines = [
    style.bold("Memory"),
    `  ${mended.memory} kept from happening by memory, ${mended.local_repair} repaired locally,`,
    `  ${mended.round_trip} mended by a further request, ${mended.not} not mended`,
    `  ${share}`,
    "",
    ...entries.flatMap((each) =>
      hanging("  ", plainText(`${each.contract} on ${each.model} at ${each.endpoint}: ${deed(each)}`)),
    ),
  ];
  if (entries.length === 0) lines.push("  Nothing is remembered.");
  return `${lines.join("\n")}\n`;
}

function deed({ kind, action, maxTokens, rung, helped, applied }: MemorySummary["entries"][number]): string {
  const what = { raise_max_tokens: `cap of ${maxTokens}`, lower_rung: `rung ${rung}` }[action as string];
  return `${kind} -> ${what ?? action} (helped ${helped} of ${applied} times)`;
}

function hanging(head: string, text: string): string[] {
  const indent = " ".repeat(Math.min(head.length, 20));
  return wrap(text, WIDTH - head.length).map((line, index) => `${index === 0 ? head : indent}${line}`);
}

function counts(of: Readonly<Record<string, number>>): string {
  return Object.entries(of)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function minute(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

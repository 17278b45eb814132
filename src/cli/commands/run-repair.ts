import { readFile } from "node:fs/promises";
import type { JsonObject } from "../../json-value.ts";
import { type RepairOptions, repair } from "../../repair/repair.ts";
import { RepairStats } from "../../repair/repair-stats.ts";
import type { ContractName } from "../../schema/contract.ts";
import { contractOf } from "../../schema/contracts/index.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { outputOf } from "../output-options.ts";
import { readAll } from "../read-input.ts";
import { withJsonEscapes } from "../render/json-escapes.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { createStyle } from "../render/style.ts";
import { UsageError } from "../usage-error.ts";
import type { RepairFlags } from "./repair.ts";
import { repairLines } from "./repair-lines.ts";
import { repairReport } from "./repair-report.ts";
import { repairSentence, repairStatsText } from "./repair-sentence.ts";

/** What a model wrote, to the value it meant. */
export async function runRepair(file: string | undefined, flags: RepairFlags, io: Io): Promise<number> {
  if (flags.lines === true && flags.diff === true)
    throw new UsageError("--diff shows one text", "Leave --lines or --diff away.");
  const options: RepairOptions = {
    schema: await schemaOf(flags),
    ...(flags.finishReason === undefined ? {} : { finishReason: flags.finishReason }),
  };
  const stats = new RepairStats();
  const code =
    flags.lines === true
      ? await repairLines(file, { io, options, stats, json: flags.json === true })
      : await repairWhole(file, { flags, io, options, stats });
  if (flags.stats === true) io.warn(repairStatsText(stats));
  return code;
}

interface Work {
  readonly flags: RepairFlags;
  readonly io: Io;
  readonly options: RepairOptions;
  readonly stats: RepairStats;
}

async function schemaOf({ contract, schema }: RepairFlags): Promise<JsonObject | undefined> {
  if (contract === undefined && schema === undefined) return undefined;
  const output = await outputOf({
    ...(contract === undefined ? {} : { contract }),
    ...(schema === undefined ? {} : { schema }),
  });
  return "schema" in output
    ? output.schema
    : (contractOf(output.contract as ContractName).schema as unknown as JsonObject);
}

async function repairWhole(file: string | undefined, { flags, io, options, stats }: Work): Promise<number> {
  const text = file === undefined || file === "-" ? await readAll(io) : await readText(file);
  const result = repair(text, options);
  stats.add(result);
  if (flags.json === true) io.print(jsonText(repairReport(result)));
  // The document as it was mended, not a value written anew: no digit of a long number is lost.
  else if (result.status === "ok") io.print(`${withJsonEscapes(result.text.replace(/\r?\n$/, ""))}\n`);
  if (flags.json !== true || result.status !== "ok") io.warn(`${repairSentence(result)}\n`);
  if (flags.diff === true && result.status === "ok" && result.rung !== "none")
    io.warn(await diffText(text, result.text, flags, io));
  return result.status === "ok" ? EXIT.ok : EXIT.findings;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "error";
    throw new UsageError(`${plainText(file)} cannot be read (${code})`);
  }
}

async function diffText(before: string, after: string, flags: RepairFlags, io: Io): Promise<string> {
  const { textDiff } = await import("../render/text-diff.ts");
  const lines = textDiff(before, after);
  if (lines === null) return "more has changed than can be shown\n";
  const style = await createStyle({
    isTerminal: io.stderrIsTerminal,
    env: io.env,
    flag: flags.color === false ? false : undefined,
  });
  const paint = { removed: style.red, added: style.green, same: style.dim };
  return lines.map(({ kind, text }) => `${paint[kind](text)}\n`).join("");
}

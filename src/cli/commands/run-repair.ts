import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type JsonObject, parseJson } from "../../json-value.ts";
import { type RepairOptions, repair } from "../../repair/repair.ts";
import type { RepairResult } from "../../repair/repair-result.ts";
import { REPAIR_RUNGS } from "../../repair/repair-rung.ts";
import { RepairStats } from "../../repair/repair-stats.ts";
import type { ContractName } from "../../schema/contract.ts";
import { contractOf } from "../../schema/contracts/index.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { outputOf } from "../output-options.ts";
import { readAll } from "../read-input.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { createStyle } from "../render/style.ts";
import { UsageError } from "../usage-error.ts";
import type { RepairFlags } from "./repair.ts";

/** What a model wrote, to the value it meant. */
export async function runRepair(file: string | undefined, flags: RepairFlags, io: Io): Promise<number> {
  const options: RepairOptions = {
    schema: await schemaOf(flags),
    ...(flags.finishReason === undefined ? {} : { finishReason: flags.finishReason }),
  };
  const stats = new RepairStats();
  const code =
    flags.lines === true
      ? await repairLines(file, { flags, io, options, stats })
      : await repairWhole(file, { flags, io, options, stats });
  if (flags.stats === true) io.warn(statsText(stats));
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
  if (flags.json === true) io.print(jsonText(report(result)));
  else if (result.status === "ok")
    io.print(result.rung === "none" ? `${result.text.replace(/\n$/, "")}\n` : jsonText(result.value));
  if (flags.json !== true || result.status !== "ok") io.warn(`${plainText(sentence(result))}\n`);
  if (flags.diff === true && result.status === "ok" && result.rung !== "none")
    io.warn(await diffText(text, JSON.stringify(result.value, null, 2), flags, io));
  return result.status === "ok" ? EXIT.ok : EXIT.findings;
}

/** NDJSON: one result for each line as it comes, so that memory stays flat. */
async function repairLines(file: string | undefined, { flags, io, options, stats }: Work): Promise<number> {
  const input = file === undefined || file === "-" ? io.stdin : createReadStream(file);
  let failed = false;
  let number = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      if (line.trim() === "") continue;
      const quoted = line.startsWith('"') ? parseJson(line) : undefined;
      const result = repair(typeof quoted === "string" ? quoted : line, options);
      stats.add(result);
      if (result.status !== "ok") failed = true;
      const shown =
        flags.json === true || result.status !== "ok" ? { line: number, ...report(result) } : result.value;
      io.print(`${JSON.stringify(shown)}\n`);
    }
  } catch (error) {
    throw new UsageError(
      `${file ?? "stdin"} cannot be read (${(error as NodeJS.ErrnoException).code ?? "error"})`,
    );
  }
  return failed ? EXIT.findings : EXIT.ok;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? "error"})`);
  }
}

function report(result: RepairResult): object {
  const { status, value, text, rung, applied, offset, reason, open, warnings } = result;
  return { status, value, text, rung, applied, offset, reason, open, warnings };
}

function sentence(result: RepairResult): string {
  const warned = result.warnings
    .map(
      ({ code, token }) =>
        `; ${code === "duplicate_key" ? `the key "${token}" stands more than once, the last one counts` : `${token} is beyond 2^53 and was rounded`}`,
    )
    .join("");
  if (result.status === "ok")
    return `${result.rung === "none" ? "valid as it is" : `mended: ${result.applied.join(", ")}`}${warned}`;
  return `${result.status} at offset ${result.offset}: ${result.reason}${warned}`;
}

/** Lines that are only in one of the two texts. */
async function diffText(before: string, after: string, flags: RepairFlags, io: Io): Promise<string> {
  const style = await createStyle({
    isTerminal: io.stderrIsTerminal,
    env: io.env,
    flag: flags.color === false ? false : undefined,
  });
  const old = before.replace(/\r/g, "").split("\n");
  const made = after.split("\n");
  const kept = new Set(made.map((line) => line.trim()));
  const known = new Set(old.map((line) => line.trim()));
  const lines = [
    ...old
      .filter((line) => line.trim() !== "" && !kept.has(line.trim()))
      .map((line) => style.red(`- ${plainText(line)}`)),
    ...made.filter((line) => !known.has(line.trim())).map((line) => style.green(`+ ${plainText(line)}`)),
  ];
  return `${lines.join("\n")}\n`;
}

function statsText(stats: RepairStats): string {
  const { ok, truncated, unrepairable, rungs, warnings } = stats.counts();
  const used = REPAIR_RUNGS.filter((rung) => rungs[rung] > 0).map(
    (rung) => `  ${rung.padEnd(16)}${rungs[rung]}`,
  );
  return `${[`${ok} ok, ${truncated} truncated, ${unrepairable} unrepairable, ${warnings} warnings`, ...used].join("\n")}\n`;
}

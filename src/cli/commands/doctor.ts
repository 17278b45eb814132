import { type Command, Option } from "commander";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";
import { addReportOptions, type ReportFlags } from "../report/report-format.ts";
import { addConnectionOptions, type ConnectionFlags } from "./connection-options.ts";

export interface DoctorFlags extends ConnectionFlags, ReportFlags {
  readonly all?: boolean;
  readonly refresh?: boolean;
  readonly explain?: string;
  readonly failOn?: "fail" | "warn" | "never";
  readonly demo?: boolean;
  /** A file for every request and answer. */
  readonly trace?: string;
  /** Ids of checks, by commas. */
  readonly only?: string;
  readonly skip?: string;
  readonly listChecks?: boolean;
}

export function declare(command: Command, io: Io, finish: Finish): void {
  addReportOptions(addConnectionOptions(command))
    .option("--all", "try every wire form, and send the control field")
    .option("--refresh", "forget what is remembered of this endpoint and model, and measure again")
    .option("--only <checks>", "only these checks, by commas; the others find nothing")
    .option("--skip <checks>", "all but these checks")
    .option("--list-checks", "list the checks, and do nothing else")
    .option("--explain <code>", "tell one finding in depth, and do nothing else")
    .addOption(
      new Option("--fail-on <severity>", "the least severity that makes the exit code 1").choices([
        "fail",
        "warn",
        "never",
      ]),
    )
    .option("--trace <file>", "write every request and its answer to a file, one JSON line each, no key")
    .option("--demo", "run against a simulated server that is started for it")
    .addHelpText(
      "after",
      `
Exit codes: 0 healthy, 1 findings, 2 usage or configuration, 3 could not check,
130 interrupted. What is sent are a few short generation requests; --all sends
about twenty.

Examples:
  slmcode doctor
  slmcode doctor --endpoint http://127.0.0.1:11434/v1 --model gemma3:1b --all
  slmcode doctor --json | jq .connection
  slmcode doctor --endpoints all --format junit --output reports/slmcode.xml
  slmcode doctor --fail-on warn --skip context,tools
  slmcode doctor --refresh --trace wire.jsonl
  slmcode doctor --explain nothing_enforced`,
    )
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import("./run-doctor.ts");
      finish(await runDoctor(flags, io));
    });
}

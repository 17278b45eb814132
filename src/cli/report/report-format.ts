import { type Command, Option } from "commander";
import { UsageError } from "../usage-error.ts";

export const REPORT_FORMATS = ["text", "json", "junit", "github", "markdown", "prometheus"] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The flags by which doctor and readiness choose what the report looks like and where it goes. */
export interface ReportFlags {
  readonly json?: boolean;
  readonly format?: ReportFormat;
  readonly output?: string;
  readonly endpoints?: string;
  readonly color?: boolean;
  /** No text on stdout where all is well. */
  readonly quiet?: boolean;
}

export function addReportOptions(command: Command): Command {
  return command
    .option("--json", "print one JSON document; short for --format json")
    .addOption(new Option("--format <format>", "what the report looks like").choices([...REPORT_FORMATS]))
    .option(
      "--output <file>",
      "write the report to a file; folders are made, and an old file is replaced whole",
    )
    .option("--endpoints <list>", "several at once: URLs or names of the settings, by commas, or: all")
    .option("--quiet", "print no text report when the exit code is 0")
    .option("--no-color", "no colour");
}

export function formatOf({ json, format }: ReportFlags): ReportFormat {
  if (json === true && format !== undefined && format !== "json")
    throw new UsageError(`--json and --format ${format} exclude each other`);
  return json === true ? "json" : (format ?? "text");
}

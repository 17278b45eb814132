import { type Command, Option } from "commander";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";
import { addReportOptions, type ReportFlags } from "../report/report-format.ts";
import { addConnectionOptions, type ConnectionFlags } from "./connection-options.ts";

export interface ReadinessFlags extends ConnectionFlags, ReportFlags {
  readonly fix?: boolean;
  readonly dryRun?: boolean;
  readonly minScore?: string;
  readonly failOn?: "fail" | "warn" | "never";
  readonly refresh?: boolean;
}

export function declare(command: Command, io: Io, finish: Finish): void {
  addReportOptions(addConnectionOptions(command))
    .option("--fix", "mend what is ours to mend: writes your own .slmcode.json, with a backup")
    .option("--dry-run", "with --fix: show the change and write nothing")
    .option("--min-score <number>", "exit with 1 below this score")
    .addOption(
      new Option("--fail-on <severity>", "without --min-score: which rules make the exit code 1").choices([
        "fail",
        "warn",
        "never",
      ]),
    )
    .option("--refresh", "measure the server again")
    .addHelpText(
      "after",
      "\nA rule that cannot be measured does not count; coverage says how much could be.\nUndo a fix with: slmcode config restore",
    )
    .action(async (flags: ReadinessFlags) => {
      const { runReadiness } = await import("./run-readiness.ts");
      finish(await runReadiness(flags, io));
    });
}

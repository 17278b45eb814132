import type { Command } from "commander";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";

export interface RepairFlags {
  readonly contract?: string;
  readonly schema?: string;
  readonly json?: boolean;
  readonly diff?: boolean;
  readonly lines?: boolean;
  readonly stats?: boolean;
  readonly finishReason?: string;
  readonly color?: boolean;
}

export function declare(command: Command, io: Io, finish: Finish): void {
  command
    .argument("[file]", "what a model wrote; stdin when left away or -")
    .option("--contract <name>", "mend types by this contract, and choose between documents")
    .option("--schema <file>", "the same by a JSON Schema of your own")
    .option("--finish-reason <reason>", "what the server said; with length nothing is closed")
    .option("--json", "print a report instead of the value")
    .option("--diff", "show what was changed, on stderr")
    .option(
      "--lines",
      "one text a line, given as JSON strings or raw: one value a line on stdout, streamed; failures on stderr",
    )
    .option("--stats", "count the rungs and outcomes, on stderr")
    .option("--no-color", "no colour")
    .addHelpText(
      "after",
      "\nThe value goes to stdout, what was done to stderr. Exit codes: 0 valid or mended,\n1 truncated or unrepairable (with --lines: at least one), 2 usage.",
    )
    .action(async (file: string | undefined, flags: RepairFlags) => {
      const { runRepair } = await import("./run-repair.ts");
      finish(await runRepair(file, flags, io));
    });
}

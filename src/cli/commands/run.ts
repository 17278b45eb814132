import { type Command, Option } from "commander";
import { RUNGS } from "../../backends/wire/rung.ts";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";
import { addConnectionOptions, type ConnectionFlags } from "./connection-options.ts";

export interface RunFlags extends ConnectionFlags {
  readonly contract?: string;
  readonly schema?: string;
  readonly output: string;
  readonly parallel?: string;
  readonly rung?: string;
  readonly off?: boolean;
  readonly maxTokens?: string;
  readonly temperature?: string;
  readonly system?: string;
  readonly json?: boolean;
}

export function declare(command: Command, io: Io, finish: Finish): void {
  addConnectionOptions(command)
    .argument(
      "<file>",
      'JSONL: a string, {"prompt": ...} or {"messages": [...]} a line, each with an id if you like',
    )
    .requiredOption(
      "-o, --output <file>",
      "JSONL of results; lines that are in it already are not asked again",
    )
    .option("--contract <name>", "one of the contracts")
    .option("--schema <file>", "a JSON Schema of your own")
    .option("--system <text>", "system message")
    .option("--parallel <count>", "requests at a time (the setting concurrency)")
    .addOption(new Option("--rung <rung>", "begin at this rung").choices(RUNGS))
    .option("--off", "send no constraint at all, to compare")
    .option("--max-tokens <count>", "cap of an answer")
    .option("--temperature <number>", "sampling temperature")
    .option("--json", "print the summary as one JSON document")
    .addHelpText(
      "after",
      `
Each finished line is written at once, so that a crash or Ctrl-C loses nothing:
run the same command again and it goes on. A line whose request failed is not
written, and tried again next time. Exit codes: 0 all valid, 1 some without a
valid value, 2 usage, 3 some requests failed, 130 interrupted.`,
    )
    .action(async (file: string, flags: RunFlags) => {
      const { runMany } = await import("./run-many.ts");
      finish(await runMany(file, flags, io));
    });
}

import { type Command, Option } from "commander";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";

export interface SimulateFlags {
  readonly profile?: string;
  readonly port?: string;
  readonly seed?: string;
  readonly model?: "noise" | "polite" | "stubborn";
  readonly apiKey?: string;
  readonly fault?: readonly string[];
  readonly list?: boolean;
  readonly json?: boolean;
}

export function declare(command: Command, io: Io, finish: Finish): void {
  command
    .option("--profile <name>", "whose manners it has (--list shows them)")
    .option("--port <number>", "port to listen on; a free one when left away")
    .option("--seed <number>", "seed of the model's random words", "1")
    .addOption(
      new Option(
        "--model <kind>",
        "noise writes random words, polite obeys what it reads, stubborn follows schemas above all",
      )
        .choices(["noise", "polite", "stubborn"])
        .default("noise"),
    )
    .option("--api-key <key>", "a key that requests must carry")
    .option(
      "--fault <fault...>",
      "reset, stall, rate-limit, errors, slow, restart, loading, stop-enforcing, swap-model; each may have a number: stall=3",
    )
    .option("--list", "show all profiles with their sources, and start nothing")
    .option("--json", "print one JSON document")
    .addHelpText("after", "\nIt serves until Ctrl-C. Nothing it says comes from a language model.")
    .action(async (flags: SimulateFlags) => {
      const { runSimulate } = await import("./run-simulate.ts");
      finish(await runSimulate(flags, io));
    });
}

import type { Command } from "commander";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";
import { addConnectionOptions, type ConnectionFlags } from "./connection-options.ts";

export interface StatusFlags extends ConnectionFlags {
  readonly json?: boolean;
  readonly watch?: string | true;
  readonly color?: boolean;
}

export function declare(command: Command, io: Io, finish: Finish): void {
  addConnectionOptions(command)
    .option("--json", "print one JSON document")
    .option("--watch [seconds]", "look again every so many seconds, in a terminal (5)")
    .option("--no-color", "no colour")
    .addHelpText(
      "after",
      "\nNothing is generated: one GET of the model list, and what doctor found before.\nExit codes: 0 reachable, 2 usage, 3 not.\n\nExample:\n  slmcode status --json | jq .connection",
    )
    .action(async (flags: StatusFlags) => {
      const { runStatus } = await import("./run-status.ts");
      finish(await runStatus(flags, io));
    });
}

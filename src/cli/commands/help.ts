import type { Command } from "commander";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";

export function declare(command: Command, io: Io, finish: Finish): void {
  command
    .argument("[topic...]", "a topic, or a command and its subcommand")
    .addHelpText(
      "after",
      "\nslmcode help alone lists the topics.\n\nExamples:\n  slmcode help verdicts\n  slmcode help config set",
    )
    .action(async (words: readonly string[]) => {
      const { runHelp } = await import("./run-help.ts");
      finish(await runHelp(words, command.parent ?? command, io));
    });
}

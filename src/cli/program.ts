import { Command } from "commander";
import { nearestName } from "../nearest-name.ts";
import { COMMANDS, type Finish } from "./commands.ts";
import type { Io } from "./io.ts";
import { UsageError } from "./usage-error.ts";
import { version } from "./version.ts";

/** Commands that tell about all others. */
const NEED_ALL: ReadonlySet<string> = new Set(["completion", "help"]);

/** The command line's grammar. Only the command that `argv` names is loaded; the others are listed by name. */
export async function createProgram(argv: readonly string[], io: Io, finish: Finish): Promise<Command> {
  const program = new Command("slmcode")
    .description(
      "Find out what a language-model endpoint really enforces, and use the strongest rung that holds.",
    )
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError("(slmcode --help lists the commands)")
    .configureOutput({ writeOut: io.print, writeErr: io.warn, getOutHelpWidth: () => io.columns });

  const asked = argv.find((word) => !word.startsWith("-"));
  if (asked !== undefined && !COMMANDS.some((row) => row.name === asked)) {
    const nearest = nearestName(
      asked,
      COMMANDS.map((row) => row.name),
    );
    throw new UsageError(
      `there is no command "${asked}"`,
      nearest === null ? "slmcode --help lists the commands." : `Did you mean: slmcode ${nearest}`,
    );
  }
  const needsAll = asked !== undefined && NEED_ALL.has(asked);
  for (const row of COMMANDS) {
    const command = program.command(row.name).description(row.summary).copyInheritedSettings(program);
    if (row.name === asked || needsAll) (await row.load()).declare(command, io, finish);
  }
  return program;
}

import { type Command, Option } from "commander";
import { RUNGS } from "../../backends/wire/rung.ts";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";
import { addConnectionOptions, type ConnectionFlags } from "./connection-options.ts";

export interface AskFlags extends ConnectionFlags {
  readonly contract?: string;
  readonly schema?: string;
  readonly role?: string;
  readonly system?: string;
  readonly rung?: string;
  readonly off?: boolean;
  readonly maxTokens?: string;
  readonly temperature?: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

export function declare(command: Command, io: Io, finish: Finish): void {
  addConnectionOptions(command)
    .argument("[prompt...]", "what to ask; stdin is read when there are no words, or one of them is -")
    .option("--contract <name>", "one of the contracts (slmcode schema list)")
    .option("--schema <file>", "a JSON Schema of your own")
    .option("--role <id>", "a role, with its prompt and its contract if it has one (slmcode roles list)")
    .option("--system <text>", "system message")
    .addOption(new Option("--rung <rung>", "begin at this rung instead of the negotiated one").choices(RUNGS))
    .option("--off", "send no constraint at all, to compare")
    .option("--max-tokens <count>", "cap of the answer")
    .option("--temperature <number>", "sampling temperature")
    .option("--verbose", "tell on stderr how the value came about")
    .option("--json", "print the whole result as one JSON document")
    .addHelpText(
      "after",
      `
The validated value goes to stdout, everything else to stderr. A role that
answers in free text or uses tools is asked without a constraint, and its text is
printed. Exit codes: 0 a valid value or a text, 1 none (cut off, or invalid
twice), 2 usage, 3 the request failed, 130 interrupted.

Examples:
  slmcode ask --contract plan "add a --json flag to the list command"
  git diff | slmcode ask --contract review --verbose
  slmcode ask --role describer "what does this do?" - < main.go
  slmcode ask --schema person.json --off "who wrote this?" - < letter.txt`,
    )
    .action(async (words: string[], flags: AskFlags) => {
      const { runAsk } = await import("./run-ask.ts");
      finish(await runAsk(words, flags, io));
    });
}

import type { Command } from "commander";

export interface OptionNode {
  /** `--format`, and `-V` where there is one. */
  readonly names: readonly string[];
  readonly summary: string;
  readonly takes: "nothing" | "word" | "file";
  readonly choices: readonly string[];
}

export interface CommandNode {
  /** Words after `slmcode`; empty for the program itself. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly options: readonly OptionNode[];
  readonly commands: readonly CommandNode[];
  /** Choices of the first argument. */
  readonly choices: readonly string[];
  readonly takesFile: boolean;
}

/** What can be typed, read from a program whose commands are all declared. */
export function commandTree(command: Command, path: readonly string[] = []): CommandNode {
  const help = command.createHelp();
  const [argument] = command.registeredArguments;
  return {
    path,
    summary: command.description(),
    options: help.visibleOptions(command).map((option) => ({
      names: [option.long, option.short].filter((name) => typeof name === "string"),
      summary: option.description,
      takes: option.required || option.optional ? (/<file>/.test(option.flags) ? "file" : "word") : "nothing",
      choices: option.argChoices ?? [],
    })),
    commands: command.commands.map((each) => commandTree(each, [...path, each.name()])),
    choices: argument?.argChoices ?? [],
    takesFile: argument?.name() === "file",
  };
}

/** The node itself and all below it. */
export function allNodes(node: CommandNode): readonly CommandNode[] {
  return [node, ...node.commands.flatMap(allNodes)];
}

import type { Command } from "commander";
import { bashScript } from "../completion/bash-script.ts";
import { type CommandNode, commandTree } from "../completion/command-tree.ts";
import { fishScript } from "../completion/fish-script.ts";
import { zshScript } from "../completion/zsh-script.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import type { Shell } from "./completion.ts";

const SCRIPTS: Readonly<Record<Shell, (root: CommandNode) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Prints the script of one shell, made from the program that `command` belongs to. */
export function runCompletion(shell: Shell, command: Command, io: Io): ExitCode {
  io.print(SCRIPTS[shell](commandTree(command.parent ?? command)));
  return EXIT.ok;
}

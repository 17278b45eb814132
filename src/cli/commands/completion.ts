import { Argument, type Command } from "commander";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof SHELLS)[number];

export function declare(command: Command, io: Io, finish: Finish): void {
  command
    .addArgument(new Argument("<shell>", "the shell you type into").choices([...SHELLS]))
    .addHelpText(
      "after",
      `
The script stands alone: nothing is run while you type. Print it again after
an update of slmcode.

Install:
  bash  slmcode completion bash > ~/.local/share/bash-completion/completions/slmcode
  zsh   slmcode completion zsh > "\${fpath[1]}/_slmcode"
  fish  slmcode completion fish > ~/.config/fish/completions/slmcode.fish
For this shell alone:
  source <(slmcode completion bash)`,
    )
    .action(async (shell: Shell) => {
      const { runCompletion } = await import("./run-completion.ts");
      finish(runCompletion(shell, command, io));
    });
}

import type { Command } from "commander";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";

export function declare(command: Command, _io: Io, finish: Finish): void {
  command.action(() => finish(0));
}

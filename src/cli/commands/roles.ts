import type { Command } from "commander";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";

export interface RolesFlags {
  readonly json?: boolean;
  readonly prompt?: boolean;
}

export function declare(command: Command, io: Io, finish: Finish): void {
  const module = (): Promise<typeof import("./run-roles.ts")> => import("./run-roles.ts");
  command
    .command("list")
    .description("the roles, built in and from .slmcode/roles/*.yaml")
    .option("--json", "print one JSON document")
    .action(async (flags: RolesFlags) => finish(await (await module()).listRoles(flags, io)));
  command
    .command("show")
    .description("a role's decoding contract, and where each value comes from")
    .argument("<id>", "a role's id, such as worker or go-worker")
    .option("--prompt", "print its whole system prompt")
    .option("--json", "print one JSON document")
    .action(async (id: string, flags: RolesFlags) => finish(await (await module()).showRole(id, flags, io)));
  command
    .command("check")
    .description("check role files: all of .slmcode/roles, or the ones that are named")
    .argument("[files...]", "YAML files")
    .option("--json", "print one JSON document")
    .action(async (files: string[], flags: RolesFlags) =>
      finish(await (await module()).checkRoles(files, flags, io)),
    );
}

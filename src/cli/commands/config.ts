import { type Command, Option } from "commander";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";

const JSON_OUT = ["--json", "print one JSON document"] as const;
const SHOW_ORIGIN = ["--show-origin", "say where each value comes from"] as const;

export function declare(command: Command, io: Io, finish: Finish): void {
  command.addHelpText("after", HELP);

  inOneFile(command.command("get").description("print one value"))
    .argument("<key>", "such as model or endpoints.fast.model")
    .option(...SHOW_ORIGIN)
    .option(...JSON_OUT)
    .action(async (key, options) =>
      finish(await (await import("./run-config-get.ts")).runConfigGet(key, options, io)),
    );
  inOneFile(command.command("set").description("set a value; everything else in the file stays as it is"))
    .argument("<key>")
    .argument("<value>")
    .option(...JSON_OUT)
    .action(async (key, value, options) =>
      finish(await (await import("./run-config-set.ts")).runConfigSet({ key, value }, options, io)),
    );
  inOneFile(command.command("unset").description("remove a value"))
    .argument("<key>", "such as model, endpoints.fast.model or endpoints.fast")
    .option(...JSON_OUT)
    .action(async (key, options) =>
      finish(await (await import("./run-config-set.ts")).runConfigSet({ key, value: null }, options, io)),
    );
  inOneFile(command.command("list").description("print all values that count"))
    .option(...SHOW_ORIGIN)
    .option(...JSON_OUT)
    .action(async (options) =>
      finish(await (await import("./run-config-list.ts")).runConfigList(options, io)),
    );
  inOneFile(command.command("path").description("print where the files are"))
    .option(...JSON_OUT)
    .action(async (options) =>
      finish(await (await import("./run-config-path.ts")).runConfigPath(options, io)),
    );
  inOneFile(
    command.command("edit").description("open the file in your editor; a mistake never reaches it"),
  ).action(async (options) =>
    finish(await (await import("./run-config-edit.ts")).runConfigEdit(options, io)),
  );
  inOneFile(command.command("restore").description("undo the last change, or go back to a backup"))
    .argument("[id]", "a backup, as restore --list shows it")
    .option("--list", "list the backups")
    .option(...JSON_OUT)
    .action(async (id, options) =>
      finish(await (await import("./run-config-restore.ts")).runConfigRestore(id, options, io)),
    );
  command
    .command("allow-endpoint")
    .description("let a key be sent to an endpoint that only a project's file names")
    .argument("<url>")
    .option(...JSON_OUT)
    .action(async (url, options) =>
      finish(await (await import("./run-config-allow.ts")).runConfigAllow(url, options, io)),
    );
}

function inOneFile(command: Command): Command {
  return command
    .addOption(new Option("--user", "your own file, ~/.slmcode.json").conflicts("project"))
    .addOption(new Option("--project", "the project's file, the nearest .slmcode.json upwards"));
}

const HELP = `
set, unset, edit and restore change your own file unless --project is given.
What counts: flag, then environment, project, user, default.

Examples:
  slmcode config set endpoint http://127.0.0.1:11434/v1
  slmcode config set structured_decoding off
  slmcode config list --show-origin
  slmcode config restore`;

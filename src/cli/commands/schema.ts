import type { Command } from "commander";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";

const CONTRACT = ["--contract <name>", "a contract of slmcode's (slmcode schema list)"] as const;
const SCHEMA = ["--schema <file>", "a JSON Schema of your own; - reads it from stdin"] as const;
const JSON_OUT = ["--json", "print one JSON document"] as const;
const NO_COLOR = ["--no-color", "print without colour"] as const;

export function declare(command: Command, io: Io, finish: Finish): void {
  command.addHelpText(
    "after",
    "\nExamples:\n  slmcode schema show tasks --tree\n  slmcode schema check --contract review answer.json\n  slmcode schema lint my-schema.json\n",
  );
  declareViews(command, io, finish);
  declareChecks(command, io, finish);
}

/** What reads contracts alone. */
function declareViews(command: Command, io: Io, finish: Finish): void {
  command
    .command("list")
    .description("list the contracts")
    .option(...JSON_OUT)
    .option(...NO_COLOR)
    .action(async (options) =>
      finish(await (await import("./run-schema-list.ts")).runSchemaList(options, io)),
    );
  command
    .command("show")
    .description("show one contract: its JSON Schema, an example, its grammar or a drawing")
    .argument("<name>", "the contract")
    .option("--example", "an answer that fits it")
    .option("--counter-example", "an answer that does not, and why")
    .option("--grammar", "its grammar (GBNF)")
    .option("--tree", "a drawing")
    .option(...JSON_OUT)
    .option(...NO_COLOR)
    .action(async (name, options) =>
      finish(await (await import("./run-schema-show.ts")).runSchemaShow(name, options, io)),
    );
}

/** What reads a contract or a schema of the user's. */
function declareChecks(command: Command, io: Io, finish: Finish): void {
  command
    .command("check")
    .description("check a JSON document against a contract or a schema, by validator and by grammar")
    .argument("[file]", "the document; - or nothing reads stdin")
    .option(...CONTRACT)
    .option(...SCHEMA)
    .option(...JSON_OUT)
    .option(...NO_COLOR)
    .action(async (file, options) =>
      finish(await (await import("./run-schema-check.ts")).runSchemaCheck(file, options, io)),
    );
  command
    .command("lint")
    .description("say what each kind of server would do with a JSON Schema")
    .argument("[file]", "the schema; - or nothing reads stdin")
    .option(...JSON_OUT)
    .option(...NO_COLOR)
    .action(async (file, options) =>
      finish(await (await import("./run-schema-lint.ts")).runSchemaLint(file, options, io)),
    );
  command
    .command("grammar")
    .description("print the grammar (GBNF) of a contract or a schema")
    .option(...CONTRACT)
    .option(...SCHEMA)
    .option(...JSON_OUT)
    .action(async (options) =>
      finish(await (await import("./run-schema-grammar.ts")).runSchemaGrammar(options, io)),
    );
}

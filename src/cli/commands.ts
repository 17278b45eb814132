import type { Command } from "commander";
import type { Io } from "./io.ts";

/** Reports the exit code of the command that ran. */
export type Finish = (exitCode: number) => void;

/** A command's module: it adds options and an action to the command it is given. The action imports what it needs. */
export interface CommandModule {
  readonly declare: (command: Command, io: Io, finish: Finish) => void;
}

export interface CommandRow {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

/** The commands, in the order of `--help`. Only the one that is asked for is loaded. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: "doctor",
    summary: "prove what an endpoint enforces, and say why",
    load: () => import("./commands/doctor.ts"),
  },
  {
    name: "readiness",
    summary: "score the settings that make small models fail, and mend ours",
    load: () => import("./commands/readiness.ts"),
  },
  {
    name: "status",
    summary: "the connection and what was measured, at once",
    load: () => import("./commands/status.ts"),
  },
  {
    name: "ask",
    summary: "one structured call: the validated value on stdout",
    load: () => import("./commands/ask.ts"),
  },
  {
    name: "run",
    summary: "many structured calls from a JSONL file, with resume",
    load: () => import("./commands/run.ts"),
  },
  {
    name: "repair",
    summary: "what a model wrote, to the value it meant",
    load: () => import("./commands/repair.ts"),
  },
  {
    name: "history",
    summary: "failures by class over time, demotions, what was remembered",
    load: () => import("./commands/history.ts"),
  },
  {
    name: "roles",
    summary: "agent roles and their decoding contracts",
    load: () => import("./commands/roles.ts"),
  },
  {
    name: "simulate",
    summary: "serve a simulated endpoint with the manners of a real one",
    load: () => import("./commands/simulate.ts"),
  },
  {
    name: "config",
    summary: "show and change settings",
    load: () => import("./commands/config.ts"),
  },
  {
    name: "schema",
    summary: "contracts and JSON Schemas: show, check, lint, derive grammars",
    load: () => import("./commands/schema.ts"),
  },
  {
    name: "completion",
    summary: "print a script that completes commands in bash, zsh or fish",
    load: () => import("./commands/completion.ts"),
  },
  {
    name: "help",
    summary: "a page of the documentation, or the help of a command",
    load: () => import("./commands/help.ts"),
  },
];

import type { Command } from "commander";
import type { Finish } from "../commands.ts";
import type { Io } from "../io.ts";

export interface HistoryFlags {
  readonly since?: string;
  readonly endpoint?: string;
  readonly memory?: boolean;
  readonly json?: boolean;
  readonly color?: boolean;
}

export function declare(command: Command, io: Io, finish: Finish): void {
  command
    .option("--since <time>", "a duration such as 24h or 7d, or a date such as 2026-12-01", "7d")
    .option("--endpoint <url>", "only this endpoint")
    .option("--memory", "what was remembered of failures, and how often that saved a request")
    .option("--json", "print one JSON document")
    .option("--no-color", "no colour")
    .action(async (flags: HistoryFlags) => {
      const { runHistory } = await import("./run-history.ts");
      finish(await runHistory(flags, io));
    });
}

import type { Command } from "commander";

/** The flags by which every command that talks to an endpoint names it. */
export interface ConnectionFlags {
  readonly endpoint?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly apiKeyEnv?: string;
  readonly timeout?: string;
  readonly use?: string;
}

export function addConnectionOptions(command: Command): Command {
  return command
    .option("--endpoint <url>", "base URL of the API, such as http://127.0.0.1:8080/v1")
    .option("--model <name>", "model to ask for")
    .option("--provider <id>", "what the server is, such as ollama or vllm (found out when left away)")
    .option("--api-key-env <name>", "environment variable that holds the key")
    .option("--timeout <time>", "time for the probe, such as 20s or 1500ms")
    .option("--use <name>", "a named endpoint of the settings (endpoints.NAME)");
}

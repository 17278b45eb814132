import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";

export interface CliResult {
  /** -1 when a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  /** Added to an environment without colour settings and without settings of slmcode's own. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly cwd?: string;
  /** @default 60 s */
  readonly timeoutMs?: number;
}

const BIN = join(import.meta.dirname, "../../bin/slmcode.js");

export interface RunningCli {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<CliResult>;
}

/** Runs the built command line and waits for its end. */
export function runCli(
  args: readonly string[],
  { stdin = "", ...options }: CliOptions = {},
): Promise<CliResult> {
  const { child, ended } = startCli(args, options);
  // A command that reads nothing may be gone before all is written.
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return ended;
}

/** Starts the built command line, for tests that send signals or feed stdin bit by bit. Stdin stays open. */
export function startCli(
  args: readonly string[],
  { env = {}, cwd, timeoutMs = 60_000 }: Omit<CliOptions, "stdin"> = {},
): RunningCli {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:SLMCODE_|NO_COLOR$|FORCE_COLOR$|VITEST)/.test(name),
  );
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ["pipe", "pipe", "pipe"],
    timeout: timeoutMs,
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  const ended = new Promise<CliResult>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? -1, ...output }));
  });
  return { child, ended };
}

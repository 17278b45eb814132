import { EXIT } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { plainText } from "./render/plain-text.ts";
import { UsageError } from "./usage-error.ts";
import { version } from "./version.ts";

/** Runs one command line and sets the exit code. The only place that does, and the only top-level try. */
export async function main(argv: readonly string[]): Promise<void> {
  const interruption = new AbortController();
  const interrupt = (): void => {
    if (interruption.signal.aborted) process.exit(EXIT.interrupted);
    interruption.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  // A limit of the size of files (`ulimit -f`) is to fail a write, which is told, and not to end the process.
  process.on("SIGXFSZ", () => {});
  process.stdout.on("error", ({ code = "error" }: NodeJS.ErrnoException) => {
    // A reader that goes away early (`| head`, `| jq`) is no error of ours.
    if (code === "EPIPE") process.exit(process.exitCode ?? EXIT.ok);
    process.stderr.write(`slmcode: stdout cannot be written (${code})\n  Send it somewhere with room.\n`);
    process.exit(EXIT.usage);
  });
  process.stderr.on("error", () => {});

  const io: Io = {
    stdin: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    columns: process.stdout.columns || 80,
    stdinIsTerminal: process.stdin.isTTY === true,
    stdoutIsTerminal: process.stdout.isTTY === true,
    stderrIsTerminal: process.stderr.isTTY === true,
    signal: interruption.signal,
    print: (text) => void process.stdout.write(text),
    warn: (text) => void process.stderr.write(text),
  };
  process.exitCode = await run(argv, io);
}

async function run(argv: readonly string[], io: Io): Promise<number> {
  let exitCode: number = EXIT.ok;
  // Asked by editors and scripts at every start: answered before anything else is loaded.
  if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
    io.print(`${version()}\n`);
    return EXIT.ok;
  }
  try {
    const { createProgram } = await import("./program.ts");
    const program = await createProgram(argv, io, (code) => {
      exitCode = code;
    });
    await program.parseAsync([...argv], { from: "user" });
    return io.signal.aborted ? EXIT.interrupted : exitCode;
  } catch (error) {
    if (io.signal.aborted) return EXIT.interrupted;
    if (isCommanderError(error)) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof UsageError) {
      io.warn(usageText(error));
      return EXIT.usage;
    }
    const detail = io.env["SLMCODE_DEBUG"] ? (error as Error).stack : (error as Error)?.message;
    io.warn(
      `slmcode: this is a bug in slmcode: ${detail ?? String(error)}\n  Set SLMCODE_DEBUG=1 to see where, and please report it.\n`,
    );
    return EXIT.bug;
  }
}

/** commander has already printed what it has to say. */
function isCommanderError(error: unknown): error is Error & { readonly exitCode: number } {
  return (
    error instanceof Error &&
    "exitCode" in error &&
    "code" in error &&
    String(error.code).startsWith("commander.")
  );
}

/** A hint may have several lines; what stands in them may be foreign. */
function usageText({ message, hint }: UsageError): string {
  const lines = hint === null ? [] : hint.split("\n").map((line) => `  ${plainText(line.trim())}`);
  return `${[`slmcode: ${plainText(message)}`, ...lines].join("\n")}\n`;
}

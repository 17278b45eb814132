/** Everything a command may touch of the process, as one object, so that commands can be run by tests. */
export interface Io {
  readonly stdin: NodeJS.ReadStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Columns of stdout; 80 where it is not a terminal. */
  readonly columns: number;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Aborted by the first Ctrl-C (SIGINT) or SIGTERM. */
  readonly signal: AbortSignal;
  /** The report, and nothing else. */
  readonly print: (text: string) => void;
  /** Progress, warnings, errors. */
  readonly warn: (text: string) => void;
}

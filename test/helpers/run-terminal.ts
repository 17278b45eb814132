import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";

export interface TerminalResult {
  readonly code: number;
  /** All that the terminal was sent, control sequences included. */
  readonly screen: string;
}

export interface TerminalOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** @default 80 */
  readonly columns?: number;
  /** What stands on the screen when Ctrl-C is pressed, once. */
  readonly interruptAt?: string;
}

/** A shell line in a pseudo-terminal of its own, in which `slmcode` is the built command line. The shell outlives Ctrl-C, to tell its exit code. */
const DRIVER = `
import fcntl, os, pty, struct, sys, termios
columns, interrupt_at = int(sys.argv[1]), sys.argv[2].encode()
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.execvp("sh", ["sh", "-c", 'trap : INT; slmcode() { "$NODE" "$BIN" "$@"; }; ' + sys.argv[3]])
seen = b""
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        break
    if not piece:
        break
    os.write(1, piece)
    seen += piece
    if interrupt_at and interrupt_at in seen:
        interrupt_at = b""
        os.write(terminal, b"\\x03")
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) % 256)
`;

export const HAS_TERMINAL: boolean =
  process.platform !== "win32" && spawnSync("python3", ["-c", "import pty"]).status === 0;

export function runInTerminal(
  line: string,
  { cwd, env, columns = 80, interruptAt = "" }: TerminalOptions,
): Promise<TerminalResult> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:SLMCODE_|NO_COLOR$|FORCE_COLOR$|VITEST|CI$)/.test(name),
  );
  const child = spawn("python3", ["-c", DRIVER, String(columns), interruptAt, line], {
    cwd,
    env: {
      ...Object.fromEntries(inherited),
      TERM: "xterm-256color",
      NODE: process.execPath,
      BIN: join(import.meta.dirname, "../../bin/slmcode.js"),
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 60_000,
  });
  let screen = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? -1, screen }));
  });
}

import { execFileSync } from "node:child_process";

/** A named pipe: whoever opens it waits for somebody at its other end. Not on Windows. */
export function makePipe(path: string): void {
  execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
}

import { spawn } from "node:child_process";
import type { Io } from "../io.ts";

/** How an editor ended: 0 is well; `null` where it could not be started. */
export type EditorEnd = { readonly command: string; readonly exitCode: number | null };

/** Runs `$VISUAL`, `$EDITOR` or the system's editor on a file, in this terminal. The variable may hold arguments (`code --wait`). */
export async function runEditor(path: string, io: Io): Promise<EditorEnd> {
  const windows = process.platform === "win32";
  const command = io.env["VISUAL"] || io.env["EDITOR"] || (windows ? "notepad" : "vi");
  const release = leaveInterruptsToTheEditor();
  try {
    const child = windows
      ? spawn(`${command} "${path}"`, { shell: true, stdio: "inherit" })
      : spawn("/bin/sh", ["-c", `${command} "$1"`, "sh", path], { stdio: "inherit" });
    const exitCode = await new Promise<number | null>((resolve) => {
      child.once("error", () => resolve(null));
      child.once("close", (code) => resolve(code));
    });
    return { command, exitCode };
  } finally {
    release();
  }
}

/** Ctrl-C in vi belongs to vi: it reaches this process as well, and must not end the command. */
function leaveInterruptsToTheEditor(): () => void {
  const listeners = process.listeners("SIGINT");
  const ignore = (): void => {};
  process.removeAllListeners("SIGINT");
  process.on("SIGINT", ignore);
  return () => {
    process.removeListener("SIGINT", ignore);
    for (const listener of listeners) process.on("SIGINT", listener);
  };
}

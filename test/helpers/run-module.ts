import { type ChildProcess, spawn } from "node:child_process";
import { pathToFileURL } from "node:url";

/** Where the compiled modules are, for `import` in the code of {@link startModule}. */
export const DIST: string = `${pathToFileURL(`${import.meta.dirname}/../../dist`)}`;

/** Starts a process that runs `code`, an ES module, with `args` in `process.argv` from index 1. */
export function startModule(code: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, ["--input-type=module", "--eval", code, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** The end of a process: its exit code (`null` when a signal ended it) and what it wrote to stderr. */
export function endOf(
  child: ChildProcess,
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stderr }));
  });
}

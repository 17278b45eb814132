import type { Io } from "./io.ts";
import type { RoleFileProblem } from "./load-roles.ts";
import { plainText } from "./render/plain-text.ts";

/** Says on stderr which role files count for nothing, as their roles are then those that come with slmcode, or none. */
export function warnOfRoleFiles(problems: readonly RoleFileProblem[], io: Io): void {
  for (const problem of problems) io.warn(`slmcode: ${roleProblemText(problem)}`);
}

/** A problem as one line that editors and CI can follow: `file:line:column: message`. */
export function roleProblemText({ file, line, column, message }: RoleFileProblem): string {
  return plainText(`${file}:${line}:${column}: ${message}`).concat("\n");
}

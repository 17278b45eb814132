import { normalizeDecoding } from "../../agents/normalize-decoding.ts";
import { findRole } from "../find-role.ts";
import type { Io } from "../io.ts";
import { loadRoles } from "../load-roles.ts";
import { outputOf } from "../output-options.ts";
import { UsageError } from "../usage-error.ts";
import { warnOfRoleFiles } from "../warn-of-role-files.ts";
import type { AskFlags } from "./ask.ts";

export interface AskRole {
  /** `null` for free text. */
  readonly output: Awaited<ReturnType<typeof outputOf>> | null;
  readonly prompt: string | undefined;
  readonly stop: readonly string[];
}

/** The role that `--role` names: its instructions and its contract, where it answers in JSON alone. */
export async function askRole(flags: AskFlags, io: Io): Promise<AskRole> {
  const id = flags.role ?? "";
  const loaded = await loadRoles(io.cwd);
  const known = findRole(id, loaded);
  warnOfRoleFiles(loaded.problems, io);
  const spec = normalizeDecoding(known.spec);
  const contract = spec.jsonOnly ? spec.schemaRole : null;
  const isNamed = flags.contract !== undefined || flags.schema !== undefined;
  if (!isNamed && contract === null && flags.rung !== undefined)
    throw new UsageError(
      `the role "${id}" answers in free text, which no rung constrains`,
      "Leave --rung away, or give --contract or --schema as well.",
    );
  const output = isNamed ? await outputOf(flags) : contract === null ? null : await outputOf({ contract });
  return { output, prompt: spec.instructions, stop: spec.stop };
}

import { foldRoleId } from "../../agents/fold-role-id.ts";
import { normalizeDecoding } from "../../agents/normalize-decoding.ts";
import { nearestName } from "../../nearest-name.ts";
import type { Io } from "../io.ts";
import { loadRoles } from "../load-roles.ts";
import { outputOf } from "../output-options.ts";
import { UsageError } from "../usage-error.ts";
import type { AskFlags } from "./ask.ts";

export interface AskRole {
  readonly output: Awaited<ReturnType<typeof outputOf>>;
  readonly prompt: string | undefined;
  readonly stop: readonly string[];
}

/** The role that `--role` names: its instructions and its contract. One that answers in free text is not for `ask`. */
export async function askRole(flags: AskFlags, io: Io): Promise<AskRole> {
  const id = flags.role ?? "";
  const { roles } = await loadRoles(io.cwd);
  const ids = roles.map((each) => each.spec.id);
  const found =
    roles.find((each) => each.spec.id === id) ?? roles.find((each) => each.spec.id === foldRoleId(id, ids));
  if (found === undefined) {
    const nearest = nearestName(id, ids);
    throw new UsageError(
      `there is no role "${id}"`,
      nearest === null ? "slmcode roles list shows them." : `Did you mean: ${nearest}`,
    );
  }
  const spec = normalizeDecoding({ ...found.spec, id });
  if (flags.contract === undefined && flags.schema === undefined && spec.schemaRole === null) {
    throw new UsageError(
      `the role "${id}" answers in free text; ask is for structured answers`,
      "Give --contract or --schema as well, or choose a role with a contract.",
    );
  }
  const output = await outputOf(
    flags.contract !== undefined || flags.schema !== undefined ? flags : { contract: spec.schemaRole! },
  );
  return { output, prompt: spec.instructions, stop: spec.stop };
}

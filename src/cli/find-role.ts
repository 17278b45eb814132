import { foldRoleId } from "../agents/fold-role-id.ts";
import { nearestName } from "../nearest-name.ts";
import type { KnownRole, LoadedRoles } from "./load-roles.ts";
import { UsageError } from "./usage-error.ts";

/**
 * The role of this id, or the one that it folds back to, under the id that was asked for.
 *
 * @throws UsageError with the nearest id where there is none
 */
export function findRole(id: string, { roles, problems }: LoadedRoles): KnownRole {
  const exact = roles.find((each) => each.spec.id === id);
  if (exact !== undefined) return exact;
  const ids = roles.map((each) => each.spec.id);
  const folded = foldRoleId(id, ids);
  const parent = roles.find((each) => each.spec.id === folded);
  if (parent !== undefined)
    return { spec: { ...parent.spec, id }, own: { id }, parent: folded, origin: `folds back to ${folded}` };
  const nearest = nearestName(id, ids);
  const broken = problems.length > 0 ? "\n  A role file has problems: slmcode roles check" : "";
  throw new UsageError(
    `there is no role "${id}"`,
    `${nearest === null ? "slmcode roles list shows them." : `Did you mean: ${nearest}`}${broken}`,
  );
}

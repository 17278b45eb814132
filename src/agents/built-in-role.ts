import { foldRoleId } from "./fold-role-id.ts";
import type { RoleSpec } from "./role-spec.ts";
import { ROLES } from "./roles/index.ts";

/**
 * The role that comes with slmcode for this id, or for the one that it folds back to, under the id that was asked for.
 *
 * @throws TypeError where there is none
 */
export function builtInRole(id: string): RoleSpec {
  const folded = foldRoleId(
    id,
    ROLES.map((role) => role.id),
  );
  const known = ROLES.find((role) => role.id === folded);
  if (known === undefined) throw new TypeError(`there is no role ${id}`);
  return { ...known, id };
}

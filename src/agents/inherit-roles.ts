import { RoleIndex } from "./fold-role-id.ts";
import type { RoleSpec } from "./role-spec.ts";

export interface InheritedRole {
  /** With all that it inherits. */
  readonly spec: RoleSpec;
  /** What it says itself. */
  readonly own: RoleSpec;
  /** The id of the role that it began as; its own id where it stands for a known role. */
  readonly parent: string | null;
}

/**
 * The roles of files, each begun as the role that its id folds back to: one of the files where there is one, or else
 * one of `known`. A role that stands for a known one of the same id begins as that one. The order in which they are
 * declared changes nothing, but that of two with one id the later stands.
 *
 * @param declared what each role says itself
 * @returns one role for each id, in the order of `declared`
 */
export function inheritRoles(
  declared: readonly RoleSpec[],
  known: readonly RoleSpec[],
): readonly InheritedRole[] {
  const owns = new Map(declared.map((spec) => [spec.id, spec]));
  const specs = new Map(known.map((spec) => [spec.id, spec]));
  const inherited = new Map<string, InheritedRole>();
  const index = new RoleIndex();
  for (const { id } of known) index.add(id);
  // A parent's id has fewer parts, so it is there first.
  const parts = (id: string): number => id.split(/[-_]/).length;
  for (const own of [...owns.values()].sort((a, b) => parts(a.id) - parts(b.id))) {
    const parent = specs.has(own.id) ? own.id : index.fold(own.id);
    const spec = { ...(parent === null ? {} : specs.get(parent)), ...own };
    specs.set(own.id, spec);
    index.add(own.id);
    inherited.set(own.id, { spec, own, parent });
  }
  return [...owns.keys()].map((id) => inherited.get(id)!);
}

/**
 * The role that an id stands for: `go-worker` is a worker, `python-tester` a tester, `scope-judge` the scope_judge, and
 * an unknown prefix changes nothing. An id that merely contains a role's name (`coworker`, `worker-pool`) is no such role.
 *
 * @returns the id of a known role, or `null`
 */
export function foldRoleId(id: string, known: readonly string[]): string | null {
  for (const tail of roleTails(id)) {
    const role = known.find((name) => comparable(name) === tail);
    if (role !== undefined) return role;
  }
  return null;
}

/** As {@link foldRoleId} for many ids: what is known is looked up and not gone through each time. */
export class RoleIndex {
  readonly #byName = new Map<string, string>();

  /** Of two ids that differ in `-` and `_` alone, the one that is added first is found. */
  add(id: string): void {
    const name = comparable(id);
    if (!this.#byName.has(name)) this.#byName.set(name, id);
  }

  fold(id: string): string | null {
    for (const tail of roleTails(id)) {
      const role = this.#byName.get(tail);
      if (role !== undefined) return role;
    }
    return null;
  }
}

/** What an id ends in, the longest first: `go_scope_judge`, `scope_judge`, `judge`. Empty for an id with an empty part. */
function roleTails(id: string): readonly string[] {
  const parts = comparable(id.trim()).split("_");
  return parts.includes("") ? [] : parts.map((_, start) => parts.slice(start).join("_"));
}

function comparable(name: string): string {
  return name.toLowerCase().replaceAll("-", "_");
}

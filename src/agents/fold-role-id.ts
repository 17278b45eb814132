/**
 * The role that an id stands for: `go-worker` is a worker, `python-tester` a tester, `scope-judge` the scope_judge, and
 * an unknown prefix changes nothing. An id that merely contains a role's name (`coworker`, `worker-pool`) is no such role.
 *
 * @returns the id of a known role, or `null`
 */
export function foldRoleId(id: string, known: readonly string[]): string | null {
  const parts = id.trim().toLowerCase().split(/[-_]/);
  if (parts.some((part) => part === "")) return null;
  for (let start = 0; start < parts.length; start += 1) {
    const tail = parts.slice(start).join("_");
    const role = known.find((name) => name.toLowerCase().replaceAll("-", "_") === tail);
    if (role !== undefined) return role;
  }
  return null;
}

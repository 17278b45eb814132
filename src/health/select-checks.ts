import { nearestName } from "../nearest-name.ts";
import { CHECKS } from "./checks/index.ts";

export type SelectedChecks =
  | { readonly ok: true; readonly ids: ReadonlySet<string> }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** The checks that are wanted: all, those of `only`, and of these none of `skip`. Ids are separated by commas. */
export function selectChecks({
  only,
  skip,
}: {
  readonly only?: string;
  readonly skip?: string;
}): SelectedChecks {
  const known = CHECKS.map(({ id }) => id);
  for (const list of [only, skip]) {
    const unknown = idsIn(list ?? "").find((id) => !known.includes(id));
    if (unknown !== undefined || (list !== undefined && idsIn(list).length === 0)) {
      const nearest = nearestName(unknown ?? "", known);
      return {
        ok: false,
        message: unknown === undefined ? "a list of checks is empty" : `there is no check "${unknown}"`,
        hint: nearest === null ? `Checks: ${known.join(", ")}` : `Did you mean: ${nearest}`,
      };
    }
  }
  const wanted = only === undefined ? known : idsIn(only);
  const left = wanted.filter((id) => !idsIn(skip ?? "").includes(id));
  return left.length === 0
    ? { ok: false, message: "no check is left", hint: "Take one off --skip." }
    : { ok: true, ids: new Set(left) };
}

function idsIn(list: string): readonly string[] {
  return list
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

import type { RoleSpec } from "../role-spec.ts";

export const scopeJudge: RoleSpec = {
  id: "scope_judge",
  description: "Judges whether a change did what was asked.",
  instructions:
    "You compare a change with the request behind it. Think in `analysis` first. Put into `missing` what was asked for and is not there, and into `out_of_scope` what is there and was not asked for. Give the `verdict` last.",
};

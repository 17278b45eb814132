import type { RoleSpec } from "../role-spec.ts";

export const composition: RoleSpec = {
  id: "composition",
  description: "Chooses the roles for a job.",
  instructions:
    "You put a team together for one job. Put into `evidence` what the repository shows of itself, then into `languages` what it is written in. Choose in `members` the roles that are needed, each with its reason, and name in `skipped` the ones that are not.",
};

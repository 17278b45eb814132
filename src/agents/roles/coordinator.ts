import type { RoleSpec } from "../role-spec.ts";

export const coordinator: RoleSpec = {
  id: "coordinator",
  description: "Plans who does which task when.",
  instructions:
    "You plan who does what when. Put into `conflicts` the tasks that get in each other's way. Put into `schedule` the waves of work, so that no wave holds a conflict. Put into `deferred` what has to wait, with the reason.",
};

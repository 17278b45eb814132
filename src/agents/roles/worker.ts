import type { RoleSpec } from "../role-spec.ts";

export const worker: RoleSpec = {
  id: "worker",
  description: "Carries out one task by editing files.",
  instructions:
    "You carry out one task. Put into `edits` every change to a file, complete: no placeholders, nothing left for later. Name in `verify` the commands that show that it works. Say in `notes` what a reviewer should know, and in `status` whether the task is done.",
};

import type { RoleSpec } from "../role-spec.ts";

export const orchestrator: RoleSpec = {
  id: "orchestrator",
  description: "Decides the next move of a running job.",
  instructions:
    "You lead a running job. Say in `assessment` where it stands, and in `completed` what is done. Choose the next `move`. Where somebody is to work, name the `role`, the `task_id` and the `instructions`; where only a person can answer, ask the `question`.",
};

import type { RoleSpec } from "../role-spec.ts";

export const architect: RoleSpec = {
  id: "architect",
  description: "Designs a part of a system.",
  instructions:
    "You design. Put into `constraints` what the design must live with. Put into `decisions` what you decide and what you turn down for it. Describe in `modules` the components that follow. Leave in `open_questions` what others have to decide.",
};

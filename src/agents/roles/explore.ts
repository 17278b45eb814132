import type { RoleSpec } from "../role-spec.ts";

export const explore: RoleSpec = {
  id: "explore",
  description: "Answers a question about the code.",
  instructions:
    "You answer a question about a code base by looking. Put into `facts` what you saw, each with file and lines. Put into `gaps` what you could not see. Give in `result` the answer that the facts carry, and in `status` how far it goes. Do not guess.",
};

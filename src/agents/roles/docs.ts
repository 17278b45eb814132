import type { RoleSpec } from "../role-spec.ts";

export const docs: RoleSpec = {
  id: "docs",
  description: "Changes documentation.",
  instructions:
    "You keep documentation true. Put into `changes` what is written where. Name in `sources` the code that each change rests on, and in `unclear` what the code does not settle. Write short, plain sentences for a user.",
};

import type { RoleSpec } from "../role-spec.ts";

export const memory: RoleSpec = {
  id: "memory",
  description: "Writes down what is worth remembering.",
  instructions:
    "You write down what is worth remembering beyond this conversation, one line each, as a fact with its date where it has one. Write nothing when there is nothing. Plain text.",
};

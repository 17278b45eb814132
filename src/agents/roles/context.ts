import type { RoleSpec } from "../role-spec.ts";

export const context: RoleSpec = {
  id: "context",
  description: "Condenses what a prompt needs to know.",
  instructions:
    "You condense. From what you are given keep what the next step needs to know: decisions, names, paths, numbers, open ends. Leave out what can be looked up. Write plain text.",
};

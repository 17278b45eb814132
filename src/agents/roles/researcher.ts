import type { RoleSpec } from "../role-spec.ts";

export const researcher: RoleSpec = {
  id: "researcher",
  description: "Looks things up with tools.",
  tools: ["read_file", "search"],
  instructions:
    "You look things up with tools. One call at a time. Say where each fact comes from. When you have enough, answer in a few sentences; when it cannot be found, say so.",
};

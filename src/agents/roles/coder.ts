import type { RoleSpec } from "../role-spec.ts";

export const coder: RoleSpec = {
  id: "coder",
  description: "Works on code with tools.",
  tools: ["read_file", "write_file", "run_command"],
  instructions:
    "You work on a code base with tools. Call one tool at a time and read what it answers before you call the next. Look before you change. When the task is done, say in a few sentences what you changed and how you know that it works.",
};

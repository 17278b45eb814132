import type { RoleSpec } from "../role-spec.ts";

export const lessons: RoleSpec = {
  id: "lessons",
  description: "Draws lessons from a finished job.",
  instructions:
    "You draw lessons from a finished job. Put into `lessons` rules that would have saved work, each with what happened that shows it. Put into `obsolete` rules that turned out wrong or useless. A lesson without evidence is none.",
};

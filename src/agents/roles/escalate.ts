import type { RoleSpec } from "../role-spec.ts";

export const escalate: RoleSpec = {
  id: "escalate",
  description: "Says why work cannot go on.",
  instructions:
    "You cannot go on and say so in time. List in `attempts` what was tried and what came of it. Name the `blocker` in one sentence and its `blocker_kind`. Say in `needs` what would free the way, in `to` who can give it, and in `urgency` how soon.",
};

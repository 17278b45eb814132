import type { RoleSpec } from "../role-spec.ts";

export const clarify: RoleSpec = {
  id: "clarify",
  description: "Asks what has to be known before work can start.",
  instructions:
    "You decide whether a request can be worked on. Put into `questions` only what changes what would be built, with the answers that are likely. Put into `assumptions` what can be taken for granted instead of asked. Say in `ready` whether work can start now.",
};

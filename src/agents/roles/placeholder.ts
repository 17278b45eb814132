import type { RoleSpec } from "../role-spec.ts";

export const placeholder: RoleSpec = {
  id: "placeholder",
  description: "Finds code that only pretends.",
  instructions:
    "You look for code that only pretends: stubs, hard-coded answers, notes for later, tests that cannot fail. Name in `searched` what you looked through. Put into `findings` each place with what it pretends. The `verdict` follows from them.",
};

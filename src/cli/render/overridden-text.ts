import type { StrongerSource } from "../../health/stronger-sources.ts";
import { setCommand } from "./set-command.ts";

interface Wanted {
  readonly key: string;
  readonly to: unknown;
}

/** What stands before the user's own file, and where the change has to be made instead. */
export function overriddenText({ key, to }: Wanted, { scope, origin }: StrongerSource): string {
  const what = { flag: "the flag ", environment: "the variable ", project: "" }[scope];
  const todo = {
    flag: "leave it away",
    environment: `unset it or set it to ${typeof to === "object" ? JSON.stringify(to) : String(to)}`,
    project: `${setCommand(key, to)} --project`,
  }[scope];
  return `${what}${origin} stands before your own file: ${todo}`;
}

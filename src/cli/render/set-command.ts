import { shellWord } from "../../health/shell-word.ts";

/** The command that writes a setting, as it is pasted into a shell: lists as JSON, quoted where a shell needs it. */
export function setCommand(key: string, value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return `slmcode config set ${key} ${shellWord(text)}`;
}

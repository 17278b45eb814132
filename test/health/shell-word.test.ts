import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { FINDING_TEXTS } from "../../src/health/findings/finding-texts.ts";
import { shellWord } from "../../src/health/shell-word.ts";

const HOSTILE = [
  "http://[::1]:8080/v1",
  "https://h.example/v1;echo owned",
  "https://h.example/$(echo owned)/`echo owned`",
  "https://h.example/v1&echo owned|cat>x",
  "it's $HOME",
  'a "b" c',
  "~",
  "*",
  "#x",
  "!!",
  "a\\b",
];

// A POSIX shell; the commands are pasted there, in PowerShell or cmd.
const read = (command: string): string =>
  execFileSync("sh", ["-c", `slmcode() { for each; do printf '%s\\n' "$each"; done; }; ${command}`], {
    encoding: "utf8",
  });

test.skipIf(process.platform === "win32").each(HOSTILE)("%s is one word to a shell", (text) => {
  expect(read(`slmcode ${shellWord(text)}`)).toBe(`${text}\n`);
});

test("what needs no quotes gets none", () => {
  for (const plain of ["http://127.0.0.1:8080/v1", "qwen3:4b-q4_K_M", "0.2"])
    expect(shellWord(plain)).toBe(plain);
});

test.skipIf(process.platform === "win32").each([
  ["key_withheld", "endpoint", ["config", "allow-endpoint"]],
  ["missing_v1", "suggestion", ["config", "set", "endpoint"]],
  ["model_chosen", "model", ["config", "set", "model"]],
] as const)("the command that %s advises takes any %s as it is", (code, argument, words) => {
  for (const text of HOSTILE) {
    const advice = FINDING_TEXTS[code].advice?.({ [argument]: text }) ?? "";
    const command = advice.slice(advice.indexOf(": slmcode ") + 2);
    expect(read(command)).toBe(`${[...words, text].join("\n")}\n`);
  }
});

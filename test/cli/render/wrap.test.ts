import { expect, test } from "vitest";
import { wrapAdvice } from "../../../src/cli/render/wrap.ts";

const URL = "https://models.example.com/v1";

test.each<[string, string, number, readonly string[]]>([
  ["what fits is left as it is", "Do it: slmcode doctor", 40, ["Do it: slmcode doctor"]],
  [
    "a command that does not fit gets a line of its own",
    "If you trust it: slmcode config allow-endpoint URL",
    40,
    ["If you trust it:", "slmcode config allow-endpoint URL"],
  ],
  [
    "a longer one is broken as a shell reads it",
    `If you trust it: slmcode config allow-endpoint ${URL}`,
    40,
    ["If you trust it:", "slmcode config allow-endpoint \\", URL],
  ],
  [
    "one with quotes is never broken",
    "Make it yours: slmcode config set model 'a name with blanks in it'",
    40,
    ["Make it yours:", "slmcode config set model 'a name with blanks in it'"],
  ],
  [
    "prose is prose",
    "As you like: slmcode config list names it, and more.",
    30,
    ["As you like: slmcode config", "list names it, and more."],
  ],
])("%s", (_title, text, width, lines) => {
  expect(wrapAdvice(text, width)).toEqual(lines);
});

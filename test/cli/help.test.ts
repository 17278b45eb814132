import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { markdownText } from "../../src/cli/render/markdown-text.ts";
import { runCli } from "../helpers/run-cli.ts";

const TOPICS = ["", "servers"].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, "../../docs", folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => (file === "README.md" ? "servers" : file.slice(0, -3))),
);

describe("help", () => {
  test("verdicts is a page of plain text", async () => {
    const { code, stdout, stderr } = await runCli(["help", "verdicts"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Rungs, wire forms and verdicts\n=+\n\nRungs\n-----\n/);
    expect(stdout).not.toMatch(/\*\*|^\|/m);
  });

  test.each(TOPICS)("%s: no paragraph is wider than 80 columns", async (topic) => {
    const commands = COMMANDS.map(({ name }) => name);
    const { code, stdout } = await runCli(["help", commands.includes(topic) ? `${topic}-page` : topic]);
    expect(code).toBe(0);
    // Code keeps its lines, and a word alone may be longer.
    const wide = stdout.split("\n").filter((line) => line.length > 80 && !line.startsWith("    "));
    expect(wide.filter((line) => line.trim().includes(" ") && !/^\s*(?:[-*] )?\S+$/.test(line))).toEqual([]);
  });

  test("the page of a server is a topic, and its marks for the generator are not shown", async () => {
    const { code, stdout } = await runCli(["help", "ollama"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Ollama\n=+\n/);
    expect(stdout).toContain("OLLAMA_CONTEXT_LENGTH=16000 ollama serve");
    expect(stdout).not.toContain("<!--");
  });

  test.each([
    ["verdict", "slmcode help verdicts"],
    ["olama", "slmcode help ollama"],
    ["docter", "slmcode help doctor"],
    ["qqqqqqqq", "Topics: "],
    ["../README", "Topics: "],
  ])("%s is unknown", async (topic, hint) => {
    const { code, stdout, stderr } = await runCli(["help", topic]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(hint);
  });

  test("a command and a subcommand give the help that --help gives", async () => {
    expect((await runCli(["help", "doctor"])).stdout).toBe((await runCli(["doctor", "--help"])).stdout);
    expect((await runCli(["help", "config", "set"])).stdout).toBe(
      (await runCli(["config", "set", "--help"])).stdout,
    );
  });

  test("a mistyped subcommand is answered by the nearest one", async () => {
    const { code, stderr } = await runCli(["help", "config", "sett"]);
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean: slmcode help config set");
  });

  test("a mistyped command is answered by the nearest one", async () => {
    const { code, stderr } = await runCli(["redines"]);
    expect(code).toBe(2);
    expect(stderr).toContain("slmcode readiness");
  });

  test("alone it lists commands and topics", async () => {
    const { code, stdout } = await runCli(["help"]);
    expect(code).toBe(0);
    for (const word of ["doctor", "completion", "Topics: ", "verdicts"]) expect(stdout).toContain(word);
  });
});

test("tables become items, links and code lose their marks, code keeps its lines", () => {
  const page =
    "# T\n\n| a | b | c |\n|---|---|---|\n| `x|` | 1 | [l](m.md) |\n\n1. one\n   more `**`\n\n```sh\nrun  it\n```\n";
  expect(markdownText(page.replace("x|", "x\\|"), 40)).toBe(
    "T\n=\n\n  x|\n    b: 1\n    c: l\n\n1. one more **\n\n    run  it\n",
  );
});

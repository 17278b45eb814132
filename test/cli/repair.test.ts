import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import { type CliOptions, type CliResult, runCli, startCli } from "../helpers/run-cli.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const BIN = join(import.meta.dirname, "../../bin/slmcode.js");
const CLARIFY = CONTRACTS.find(({ name }) => name === "clarify")!;

function repair(stdin: string, ...args: readonly string[]): Promise<CliResult> {
  return runCli(["repair", ...args], { stdin });
}

/** In a folder with these files. */
function repairIn(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliResult> {
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return runCli(["repair", ...args], { cwd, ...options });
}

describe("repair of one text", () => {
  test.each([
    ["valid as it is", '{"a": 1.10}\n', '{"a": 1.10}\n', "valid as it is\n"],
    ["with a trailing comma", '{"a":[1,2,],}', '{"a":[1,2]}\n', "mended: trailing_comma\n"],
    ["in prose and a fence", 'Here:\n```json\n{"a":1}\n```\nDone.', '{"a":1}\n', "mended: fence\n"],
    ["without its closers", '{"a":{"b":[1]', '{"a":{"b":[1]}}\n', "mended: close_braces\n"],
    [
      "with a number that readers round",
      '{"a":12345678901234567890,}',
      '{"a":12345678901234567890}\n',
      /^mended: trailing_comma; 12345678901234567890 stands as it was written, .* round it to 12345678901234567000\n$/,
    ],
    [
      "with a key twice",
      '{"a":1,"a":2}',
      '{"a":1,"a":2}\n',
      /^valid as it is; the key "a" stands more than once/,
    ],
  ])("%s: the document on stdout, what was done on stderr", async (_, text, stdout, stderr) => {
    const result = await repair(text);
    expect(result.stdout).toBe(stdout);
    expect(result.stderr).toMatch(stderr);
    expect(result.code).toBe(0);
  });

  test.each([
    ["cut inside a string", '{"a":"x', "truncated at offset 7: the document is cut off inside a string\n"],
    ["cut after a colon", '{"a":', /^truncated at offset 5: /],
    [
      "without a document",
      "I cannot do that.",
      "unrepairable at offset 0: there is no JSON document in the text\n",
    ],
    ["empty", "", /^unrepairable at offset 0: /],
    ["of two that differ", '{"a":1} or {"a":2}', /^unrepairable at offset \d+: /],
  ])("%s gives no value and ends with 1", async (_, text, stderr) => {
    const result = await repair(text, "-");
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toMatch(stderr);
  });

  test("with a finish reason of length nothing is closed", async () => {
    expect(await repair('{"a":[1', "--finish-reason", "length")).toMatchObject({ code: 1, stdout: "" });
  });

  test("--json is one document with the whole result, for failures too", async () => {
    const mended = await repair("{'a':True}", "--json");
    expect(JSON.parse(mended.stdout)).toEqual({
      status: "ok",
      value: { a: true },
      text: '{"a":true}',
      rung: "python_bools",
      applied: ["quotes", "python_bools"],
      offset: null,
      reason: null,
      open: null,
      warnings: [],
    });
    expect(mended).toMatchObject({ code: 0, stderr: "" });
    const cut = await repair('{"a":"x', "--json");
    expect(JSON.parse(cut.stdout)).toMatchObject({
      status: "truncated",
      value: null,
      offset: 7,
      open: "string",
    });
    expect(cut.code).toBe(1);
  });

  test("a contract or a schema chooses between documents and mends types", async () => {
    const example = JSON.stringify(CLARIFY.example);
    const byContract = await repair(`{"a":1}\n${example}`, "--contract", "clarify");
    expect([byContract.code, JSON.parse(byContract.stdout)]).toEqual([0, CLARIFY.example]);
    const schema = JSON.stringify({
      type: "object",
      properties: { n: { type: "integer" } },
      required: ["n"],
    });
    const bySchema = await repairIn({ "s.json": schema, "in.txt": '{"n":"3"}' }, [
      "in.txt",
      "--schema",
      "s.json",
    ]);
    expect([bySchema.code, JSON.parse(bySchema.stdout)]).toEqual([0, { n: 3 }]);
    expect(bySchema.stderr).toBe("mended: coerce\n");
  });

  test.each([
    ["a file that is not there", ["none.txt"], /none\.txt cannot be read \(ENOENT\)/],
    ["a folder", ["folder"], /folder cannot be read \(EISDIR\)/],
    ["a folder, line by line", ["folder", "--lines"], /folder cannot be read \(EISDIR\)/],
    ["an unknown contract", ["--contract", "clarfy"], /clarify/],
    ["contract and schema at once", ["--contract", "clarify", "--schema", "s.json"], /--contract/],
    ["a diff of many texts", ["--lines", "--diff"], /--diff shows one text/],
  ])("%s is wrong usage: 2, and nothing on stdout", async (_, args, said) => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "folder"));
    const result = await runCli(["repair", ...args], { cwd, stdin: "{}" });
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toMatch(said);
  });

  test("no terminal escape of the text gets out, neither in messages nor in the document", async () => {
    const evil = "\u001b[31m\u009b31m\u202e";
    for (const text of [`{"a":"${evil}","${evil}":1,"${evil}":2,}`, `${evil} none`, `{"a":"${evil}`]) {
      for (const flags of [[], ["--json"], ["--diff"], ["--lines"]]) {
        const { stdout, stderr } = await repair(text, ...flags);
        expect(stdout + stderr).not.toMatch(/[\u001b\u009b\u202e]/);
      }
    }
  });
});

describe("repair --diff", () => {
  const text = '{\n  "a": 1,\n  "b": True,\n  "c": 2\n}\n';
  const diff = '  "a": 1,\n-   "b": True,\n+   "b": true,\n';

  test("shows the changed lines on stderr, and the value alone on stdout", async () => {
    const { stdout, stderr } = await repair(text, "--diff");
    expect(JSON.parse(stdout)).toEqual({ a: 1, b: true, c: 2 });
    expect(stderr).toContain(diff.slice(diff.indexOf("-")));
    expect(stderr).not.toContain("\u001b");
  });

  test.each([
    ["FORCE_COLOR", { FORCE_COLOR: "1" }, [], true],
    ["FORCE_COLOR and --no-color", { FORCE_COLOR: "1" }, ["--no-color"], false],
    ["NO_COLOR", { NO_COLOR: "1" }, [], false],
  ] as const)("with %s", async (_, env, flags, coloured) => {
    const { stderr } = await runCli(["repair", "--diff", ...flags], { stdin: text, env });
    expect(stderr.includes("\u001b[32m+")).toBe(coloured);
  });

  test("of one long line shows the place", async () => {
    const { stderr } = await repair(
      `{"long":"${"x".repeat(5000)}","b":True,"more":"${"y".repeat(5000)}"}`,
      "--diff",
    );
    const lines = stderr.split("\n").filter((line) => /^[-+]/.test(line));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('"b":True');
    expect(lines[1]).toContain('"b":true');
    for (const line of lines) expect(line.length).toBeLessThan(200);
  });

  test("of a text that changes everywhere ends soon", async () => {
    const records = Array.from({ length: 40_000 }, (_, at) => `{'id':${at},},`).join("\n");
    const result = await repair(`[${records}]`, "--diff");
    expect(result.code).toBe(0);
    expect(JSON.parse(result.stdout)).toHaveLength(40_000);
  });
});

describe("repair --lines", () => {
  const LINES = '\ufeff{"a":1}\r\n{"a":1,}\n\n{"a":"x\n"```json\\n{\\"a\\":\\n2}\\n```"\nno document\n';

  test("gives a value a line, tells the others by their number, and ends with 1", async () => {
    const result = await repair(LINES, "--lines");
    expect(result.stdout).toBe('{"a":1}\n{"a":1}\n{"a":2}\n');
    expect(result.stderr).toBe(
      "line 4: truncated at offset 7: the document is cut off inside a string\n" +
        "line 6: unrepairable at offset 0: there is no JSON document in the text\n",
    );
    expect(result.code).toBe(1);
  });

  test("--json gives a report for every line", async () => {
    const { stdout, stderr } = await repair(LINES, "--lines", "--json");
    const reports = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(reports.map(({ line, status }) => [line, status])).toEqual([
      [1, "ok"],
      [2, "ok"],
      [4, "truncated"],
      [5, "ok"],
      [6, "unrepairable"],
    ]);
    expect(stderr).toBe("");
  });

  test("--stats counts rungs and outcomes on stderr", async () => {
    const { stdout, stderr } = await repair('{"a":1}\n{"a":1,}\n{"a":', "--lines", "--stats");
    expect(stdout).toBe('{"a":1}\n{"a":1}\n');
    expect(stderr.split("\n").slice(1)).toEqual([
      "2 ok, 1 truncated, 0 unrepairable, 0 warnings",
      "  none            1",
      "  trailing_comma  1",
      "",
    ]);
  });

  test("needs no more memory for a hundred times the lines", async () => {
    const line = `{"text":"${"x".repeat(4000)}",}\n`;
    const child = spawn(process.execPath, ["--max-old-space-size=48", BIN, "repair", "--lines", "--stats"]);
    let bytes = 0;
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    for (let at = 0; at < 20_000; at += 1)
      if (!child.stdin.write(line)) await new Promise((resolve) => child.stdin.once("drain", resolve));
    child.stdin.end();
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(said).toMatch(/^20000 ok, 0 truncated/);
    expect([code, bytes]).toEqual([0, 20_000 * (line.length - 1)]);
  }, 60_000);
});

describe("repair that is ended from outside", () => {
  test("Ctrl-C while it reads one text ends with 130 and prints nothing", async () => {
    const { child, ended } = startCli(["repair"]);
    child.stdin.on("error", () => {});
    // More than a pipe holds: when it is written, somebody reads.
    await new Promise<void>((resolve) => child.stdin.write("[1,".repeat(200_000), () => resolve()));
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, stdout: "" });
  });

  test("Ctrl-C between lines ends with 130 and keeps what was printed", async () => {
    const { child, ended } = startCli(["repair", "--lines"]);
    child.stdin.on("error", () => {});
    child.stdin.write('{"a":1,}\n');
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, stdout: '{"a":1}\n' });
  });

  test("a reader that has seen enough causes no trace", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "in.jsonl"), '{"a":1}\n'.repeat(200_000));
    const command = `${JSON.stringify(process.execPath)} ${JSON.stringify(BIN)} repair in.jsonl --lines | head -n 1`;
    const child = spawn("bash", ["-c", command], { cwd });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += String(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      out += String(chunk);
    });
    await new Promise((resolve) => child.on("close", resolve));
    expect(out).toBe('{"a":1}\n');
  });
});

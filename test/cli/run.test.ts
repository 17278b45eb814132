import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { completionBody, type ScriptedAnswer } from "../helpers/scripted-server.ts";
import { CITY_SCHEMA, cityAnswer, type Home, moment, newHome, startPromptServer } from "./prompt-server.ts";

const OUT = ["--schema", "city.json", "-o", "out.jsonl"];

function homeWith(files: Readonly<Record<string, string>>): Home {
  const home = newHome();
  const all = { "city.json": JSON.stringify(CITY_SCHEMA), ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(home.folder, name), text);
  return home;
}

function resultsOf({ folder }: Home): readonly Record<string, unknown>[] {
  const text = readFileSync(join(folder, "out.jsonl"), "utf8");
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function tooLong(): ScriptedAnswer {
  const message = "the request exceeds the available context size, try increasing it";
  return { status: 400, body: { error: { code: 400, message, type: "exceed_context_size_error" } } };
}

describe("run", () => {
  test("writes one whole result a line with its line and id, and a summary without escapes", async () => {
    const home = homeWith({
      "in.jsonl": [
        '"one"',
        '{"id": "b", "prompt": "two"}',
        '{"id": 3, "messages": [{"role": "user", "content": "three"}]}',
      ].join("\n"),
    });
    const server = await startPromptServer((prompt) => cityAnswer(prompt));
    const result = await home.run(["run", "in.jsonl", ...server.target, ...OUT], {
      env: { FORCE_COLOR: "1" },
    });
    expect([result.code, result.stderr]).toEqual([0, ""]);
    expect(result.stdout).toMatch(
      /^3 lines: 0 done before, 3 valid \(0 repaired\), 0 invalid, 0 failed\n3 requests, 33 \+ 21 tokens, [\d.]+ s; results in out\.jsonl\n$/,
    );
    const byLine = [...resultsOf(home)].sort((one, other) => Number(one["line"]) - Number(other["line"]));
    expect(byLine.map(({ line, id, ok, value }) => [line, id, ok, value])).toEqual([
      [1, null, true, { city: "one" }],
      [2, "b", true, { city: "two" }],
      [3, 3, true, { city: "three" }],
    ]);
    expect(byLine[0]).toMatchObject({ rung: "prompt_only", wire_form: "none", attempts: 1, error: null });
  });

  test.each([
    ["--parallel", "3"],
    ["--parallel", "1"],
  ])("keeps %s %s requests in flight, and no more", async (flag, count) => {
    const home = homeWith({ "in.jsonl": numbered(9) });
    const all = moment();
    let inFlight = 0;
    let most = 0;
    const server = await startPromptServer(async (prompt) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      if (inFlight === Number(count)) all.reach();
      await all.reached;
      inFlight -= 1;
      return cityAnswer(prompt);
    });
    const { code } = await home.run(["run", "in.jsonl", ...server.target, ...OUT, flag, count]);
    expect([code, most]).toEqual([0, Number(count)]);
  });

  test("a line without a valid value stops no other, is told, and ends with 1", async () => {
    const home = homeWith({ "in.jsonl": numbered(4) });
    const server = await startPromptServer((prompt) =>
      prompt.includes("2") || prompt.includes("cannot be used")
        ? { body: completionBody("no") }
        : cityAnswer(prompt),
    );
    const { code, stdout } = await home.run(["run", "in.jsonl", ...server.target, ...OUT, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ total: 4, valid: 3, invalid: 1, failed: 0, not_asked: 0 });
    const bad = resultsOf(home).find((each) => each["ok"] === false);
    expect(bad).toMatchObject({ line: 2, value: null, error: { kind: "invalid_output" } });
  });

  test("a line whose request failed stops no other, is told with what to do, ends with 3, and is asked by the next run", async () => {
    const home = homeWith({ "in.jsonl": numbered(4) });
    let isBroken = true;
    const server = await startPromptServer((prompt) =>
      isBroken && prompt === "prompt 2"
        ? { status: 400, body: { error: { message: "bad\u001b[31m luck" } } }
        : cityAnswer(prompt),
    );
    const command = ["run", "in.jsonl", ...server.target, ...OUT];
    const first = await home.run(command);
    expect(first.code).toBe(3);
    expect(first.stdout).toMatch(/3 valid .* 1 failed\n/);
    expect(first.stdout).toMatch(/last failure: bad.* luck\n1 line to go: run the same command again\n$/);
    expect(first.stdout).not.toContain("\u001b");
    expect(resultsOf(home)).toHaveLength(3);
    isBroken = false;
    expect((await home.run(command)).code).toBe(0);
    expect(server.prompts().filter((each) => each !== "prompt 2")).toHaveLength(3);
    expect(
      resultsOf(home)
        .map((each) => each["line"])
        .sort(),
    ).toEqual([1, 2, 3, 4]);
  });

  test.each([
    [
      "a refused key",
      { status: 401, body: { error: { message: "invalid key" } } },
      5,
      /stopped: 5 requests in a row failed\n40 lines to go/,
    ],
    ["prompts that are too long", tooLong(), 40, /^40 lines: .* 40 failed\n(?![\s\S]*stopped)/],
  ])("with %s it goes on as long as a further line may fare better", async (_, answer, asked, said) => {
    const home = homeWith({ "in.jsonl": numbered(40) });
    const server = await startPromptServer(() => answer);
    const { code, stdout } = await home.run(["run", "in.jsonl", ...server.target, ...OUT]);
    expect(code).toBe(3);
    expect(server.prompts()).toHaveLength(asked);
    expect(stdout).toMatch(said);
  });

  test("an endpoint that is not there ends with 3, and no result is made up", async () => {
    const home = homeWith({ "in.jsonl": numbered(2) });
    const { code, stdout, stderr } = await home.run([
      "run",
      "in.jsonl",
      "--endpoint",
      "http://127.0.0.1:9/v1",
      ...OUT,
    ]);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(/nothing answers at/);
    expect(readOrNothing(join(home.folder, "out.jsonl"))).toBe("");
  });
});

describe("the input of run", () => {
  test("may have blank lines, a byte order mark and CRLF", async () => {
    const home = homeWith({ "in.jsonl": '\uFEFF"a"\r\n\r\n   \r\n{"prompt": "b"}\r\n\n' });
    const server = await startPromptServer((prompt) => cityAnswer(prompt));
    const { code } = await home.run(["run", "in.jsonl", ...server.target, ...OUT, "--parallel", "1"]);
    expect([code, server.prompts()]).toEqual([0, ["a", "b"]]);
    expect(resultsOf(home).map((each) => each["line"])).toEqual([1, 4]);
  });

  test("may be empty", async () => {
    const home = homeWith({ "in.jsonl": "\n" });
    const { code, stdout } = await home.run([
      "run",
      "in.jsonl",
      "--endpoint",
      "http://127.0.0.1:9/v1",
      ...OUT,
    ]);
    expect([code, stdout.split("\n")[0]]).toEqual([0, expect.stringMatching(/^0 lines/)]);
  });

  test.each([
    ["not JSON", '"a"\n\n{"prompt": \n', /in\.jsonl, line 3: not JSON\n {2}Nothing was asked/],
    [
      "of another shape",
      '"a"\n{"question": "b"}',
      /in\.jsonl, line 2: neither a string nor an object with "prompt"/,
    ],
    ["without words", '{"prompt": ""}', /in\.jsonl, line 1: neither/],
    [
      "with a message of no known role",
      '{"messages": [{"role": "me", "content": "x"}]}',
      /in\.jsonl, line 1: neither/,
    ],
  ])("is refused as a whole where a line is %s", async (_, text, message) => {
    const home = homeWith({ "in.jsonl": text });
    const server = await startPromptServer((prompt) => cityAnswer(prompt));
    const result = await home.run(["run", "in.jsonl", ...server.target, ...OUT]);
    expect([result.code, result.stdout, server.prompts()]).toEqual([2, "", []]);
    expect(result.stderr).toMatch(message);
    expect(existsSync(join(home.folder, "out.jsonl"))).toBe(false);
  });
});

describe("the output of run is refused, and stays as it is", () => {
  test.each([
    ["the input itself", "in.jsonl", /in\.jsonl is the input itself/],
    ["the input by a link", "link.jsonl", /link\.jsonl is the input itself/],
    [
      "notes that end with a line",
      "notes.txt",
      /notes\.txt is not a file of results of slmcode run \(line 1\)/,
    ],
    [
      "one line without an end",
      "one-line.json",
      /one-line\.json is not a file of results of slmcode run \(line 1\)/,
    ],
    ["a folder", "folder", /folder is not a regular file/],
    ["stdout", "-", /results go to a file/],
    ["below a file", "notes.txt/out.jsonl", /cannot be written \(\w+\)/],
  ])("where it is %s", async (_, output, message) => {
    const files = { "in.jsonl": '"a"', "notes.txt": "dear diary\n", "one-line.json": '{"keep": "me"}' };
    const home = homeWith(files);
    symlinkSync(join(home.folder, "in.jsonl"), join(home.folder, "link.jsonl"));
    mkdirSync(join(home.folder, "folder"));
    const server = await startPromptServer((prompt) => cityAnswer(prompt));
    const args = ["run", "in.jsonl", ...server.target, "--schema", "city.json", "-o", output];
    const { code, stdout, stderr } = await home.run(args);
    expect([code, stdout, server.prompts()]).toEqual([2, "", []]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("bug in slmcode");
    for (const [name, text] of Object.entries(files))
      expect(readFileSync(join(home.folder, name), "utf8")).toBe(text);
  });

  test.each([
    [["--schema", "city.json"], /required option .*-o, --output/],
    [["-o", "out.jsonl"], /--contract NAME or --schema FILE/],
    [["-o", "out.jsonl", "--contract", "plann"], /Did you mean: plan/],
    [
      ["-o", "out.jsonl", "--contract", "plan", "--parallel", "0"],
      /--parallel must be a whole number from 1 to 256/,
    ],
  ])("and wrong usage is: %j", async (args, message) => {
    const home = homeWith({ "in.jsonl": '"a"' });
    const { code, stdout, stderr } = await home.run(["run", "in.jsonl", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });
});

function numbered(count: number): string {
  return Array.from({ length: count }, (_, index) => `${JSON.stringify(`prompt ${index + 1}`)}\n`).join("");
}

function readOrNothing(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

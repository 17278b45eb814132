import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { validatorFor } from "../../src/schema/validator-for.ts";
import { type Simulator, startSimulator } from "../../src/simulator/start-simulator.ts";
import { CITY_SCHEMA, cityAnswer, newHome, startPromptServer } from "./prompt-server.ts";

let simulator: Simulator;
let target: readonly string[];

beforeAll(async () => {
  simulator = await startSimulator({ profile: "llamacpp-b11434", seed: 1, model: "polite" });
  target = ["--endpoint", simulator.url, "--model", "demo"];
});

afterAll(() => simulator.close());

describe("ask of a server that enforces", () => {
  test("prints the valid value alone, without escapes, and nothing on stderr", async () => {
    const result = await newHome().run(["ask", ...target, "--contract", "plan", "rename a flag"], {
      env: { FORCE_COLOR: "1" },
    });
    expect([result.code, result.stderr]).toEqual([0, ""]);
    expect(result.stdout).not.toContain("\u001b");
    const plan = await validatorFor("plan");
    expect(plan.validate(JSON.parse(result.stdout))).toEqual([]);
  });

  test("tells the way it got there on stderr with --verbose", async () => {
    const result = await newHome().run(["ask", ...target, "--contract", "plan", "--verbose", "x"]);
    expect(Object.keys(JSON.parse(result.stdout))).toContain("steps");
    expect(result.stderr).toMatch(/^attempt 1: json_schema as openai_strict\n/);
    expect(result.stderr).toMatch(/json_schema as \S+; nothing to repair; 1 request; \d+ \+ \d+ tokens/);
    expect(result.stderr).not.toContain("\u001b");
  });

  test("prints all of the result as one document with --json", async () => {
    const { code, stdout, stderr } = await newHome().run([
      "ask",
      ...target,
      "--contract",
      "plan",
      "--json",
      "x",
    ]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      value: expect.objectContaining({ steps: expect.any(Array) }),
      rung: "json_schema",
      wire_form: "openai_strict",
      repair_rung: null,
      attempts: 1,
      classes: [],
      usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
      duration_ms: expect.any(Number),
      warnings: [],
      error: null,
    });
  });

  test("begins at the rung that --rung names", async () => {
    const result = await newHome().run([
      "ask",
      ...target,
      "--contract",
      "plan",
      "--rung",
      "gbnf_grammar",
      "--json",
      "x",
    ]);
    expect(JSON.parse(result.stdout)).toMatchObject({ ok: true, rung: "gbnf_grammar", wire_form: "grammar" });
  });

  test("refuses a rung that there is none of", async () => {
    const { code, stdout, stderr } = await newHome().run([
      "ask",
      ...target,
      "--contract",
      "plan",
      "--rung",
      "best",
      "x",
    ]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("json_schema");
  });
});

describe("ask with a schema of one's own, unconstrained", () => {
  test("repairs what the model wrote and sends no constraint", async () => {
    const home = newHome();
    const server = await startPromptServer(() => ({
      body: {
        choices: [{ message: { content: "Sure!\n```json\n{city: 'Oslo',}\n```" }, finish_reason: "stop" }],
      },
    }));
    const result = await home.run([
      "ask",
      ...server.target,
      "--schema",
      cityFile(home.folder),
      "--json",
      "where?",
    ]);
    expect(JSON.parse(result.stdout)).toMatchObject({
      value: { city: "Oslo" },
      rung: "prompt_only",
      wire_form: "none",
      repair_rung: expect.any(String),
      attempts: 1,
    });
    const sent = server.requests.filter((each) => each.method === "POST");
    expect(sent).toHaveLength(1);
    expect(Object.keys(sent[0]!.json)).not.toContain("response_format");
  });

  test.each([
    ["the words", ["where", "is it?"], "ignored", "where is it?"],
    ["stdin", [], "from a pipe\n", "from a pipe\n"],
    ["both, where a word is -", ["who wrote this?", "-"], "a letter", "who wrote this?\n\na letter"],
  ])("takes the prompt from %s", async (_, words, stdin, prompt) => {
    const home = newHome();
    const server = await startPromptServer(() => cityAnswer("Oslo"));
    const result = await home.run(["ask", ...server.target, "--schema", cityFile(home.folder), ...words], {
      stdin,
    });
    expect([result.code, result.stdout]).toEqual([0, '{\n  "city": "Oslo"\n}\n']);
    expect(server.prompts()).toEqual([prompt]);
  });

  test("sends the system message, and the settings of an answer", async () => {
    const home = newHome();
    const server = await startPromptServer(() => cityAnswer("Oslo"));
    const more = ["--system", "Be brief.", "--max-tokens", "77", "--temperature", "0.5"];
    await home.run(["ask", ...server.target, ...more, "--schema", cityFile(home.folder), "x"]);
    const { json } = server.requests.find((each) => each.method === "POST")!;
    expect(json).toMatchObject({ max_tokens: 77, temperature: 0.5 });
    expect(json.messages[0].content).toMatch(/^Be brief\./);
  });

  test("asks once more with what was wrong, and then gives up with a word on what to do", async () => {
    const home = newHome();
    const server = await startPromptServer(() => ({
      body: { choices: [{ message: { content: "I would rather not." }, finish_reason: "stop" }] },
    }));
    const result = await home.run([
      "ask",
      ...server.target,
      "--schema",
      cityFile(home.folder),
      "SECRET-PROMPT",
    ]);
    expect([result.code, result.stdout]).toEqual([1, ""]);
    expect(result.stderr).toMatch(/no valid document after a second request/);
    expect(result.stderr).toMatch(/slmcode doctor/);
    expect(result.stderr).not.toMatch(/SECRET-PROMPT|rather not/);
    expect(server.prompts()).toHaveLength(2);
  });

  test("a document with a failure inside is whole as well, with the same exit code", async () => {
    const home = newHome();
    const server = await startPromptServer(() => ({
      body: { choices: [{ message: { content: "no" }, finish_reason: "stop" }] },
    }));
    const result = await home.run([
      "ask",
      ...server.target,
      "--json",
      "--schema",
      cityFile(home.folder),
      "x",
    ]);
    expect([result.code, result.stderr]).toEqual([1, ""]);
    expect(JSON.parse(result.stdout)).toMatchObject({
      ok: false,
      value: null,
      error: { kind: "invalid_output" },
    });
  });

  test("escapes of a terminal in an answer stay data", async () => {
    const home = newHome();
    const server = await startPromptServer(() => cityAnswer("\u001b[31mOslo\u009b1m\u202e"));
    const { stdout } = await home.run(["ask", ...server.target, "--schema", cityFile(home.folder), "x"]);
    expect(stdout).not.toMatch(/[\u001b\u009b\u202e]/);
    expect(JSON.parse(stdout)).toEqual({ city: "\u001b[31mOslo\u009b1m\u202e" });
  });

  test("a reader that goes away early is no error", async () => {
    const home = newHome();
    const server = await startPromptServer(() => cityAnswer("O".repeat(300_000)));
    const { child, ended } = home.start(["ask", ...server.target, "--schema", cityFile(home.folder), "x"]);
    child.stdin.end();
    child.stdout.once("data", () => child.stdout.destroy());
    const result = await ended;
    expect([result.code, result.stderr]).toEqual([0, ""]);
  });
});

function cityFile(folder: string): string {
  const path = join(folder, "city.json");
  writeFileSync(path, JSON.stringify(CITY_SCHEMA));
  return path;
}

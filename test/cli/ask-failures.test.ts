import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startServer } from "../helpers/scripted-server.ts";
import { CITY_SCHEMA, moment, newHome, startPromptServer } from "./prompt-server.ts";

const NOBODY = ["--endpoint", "http://127.0.0.1:9/v1", "--model", "m"];

describe("ask that is used wrongly ends with 2 and asks nobody", () => {
  test.each([
    [["--contract", "plann", "x"], /no contract "plann"\n {2}Did you mean: plan\n/],
    [["--contract", "zzzzzzzzzz", "x"], /There are: .*plan/],
    [["x"], /--contract NAME or --schema FILE/],
    [["--contract", "plan", "--schema", "good.json", "x"], /exclude each other/],
    [["--schema", "missing.json", "x"], /missing\.json cannot be read \(ENOENT\)/],
    [["--schema", ".", "x"], /cannot be read \(EISDIR\)/],
    [["--schema", "broken.json", "x"], /broken\.json is not JSON\n.*slmcode schema lint/],
    [["--schema", "list.json", "x"], /list\.json is not a JSON object/],
    [["--schema", "big.json", "x"], /big\.json is larger than 10 MB/],
    [["--schema", "bad-type.json", "x"], /schema lint FILE/],
    [["--contract", "plan"], /there is no prompt\n {2}Give it as an argument, or on stdin/],
    [["--contract", "plan", "--max-tokens", "many", "x"], /--max-tokens must be a whole number/],
    [["--contract", "plan", "--temperature", "3", "x"], /--temperature must be a number from 0 to 2/],
    [["--role", "plam", "x"], /there is no role "plam"\n {2}Did you mean: plan/],
  ])("%j", async (args, message) => {
    const home = newHome();
    const file = (name: string): string => join(home.folder, name);
    writeFileSync(file("good.json"), JSON.stringify(CITY_SCHEMA));
    writeFileSync(file("broken.json"), '{"type": ');
    writeFileSync(file("list.json"), "[1]");
    writeFileSync(file("bad-type.json"), '{"type": "object", "properties": {"a": {"type": "strnig"}}}');
    writeFileSync(file("big.json"), "{}");
    truncateSync(file("big.json"), 11 * 1024 * 1024);
    const server = await startPromptServer(() => ({ status: 500 }));
    const { code, stdout, stderr } = await home.run(["ask", ...server.target, ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\bat .*\.js:\d+/);
    expect(server.prompts()).toEqual([]);
  });

  test("a schema with a byte order mark is one all the same", async () => {
    const home = newHome();
    writeFileSync(join(home.folder, "mark.json"), `\uFEFF${JSON.stringify(CITY_SCHEMA)}`);
    const { code } = await home.run(["ask", ...NOBODY, "--off", "--schema", "mark.json", "x"]);
    expect(code).toBe(3);
  });
});

describe("ask of an endpoint that fails ends with 3", () => {
  test.each([
    ["with a model", NOBODY, /connection was refused.*\n {2}slmcode doctor/],
    ["without one", NOBODY.slice(0, 2), /nothing answers at http:\/\/127\.0\.0\.1:9\/v1\n {2}slmcode doctor/],
  ])("where nothing listens, %s", async (_, target, message) => {
    const { code, stdout, stderr } = await newHome().run([
      "ask",
      ...target,
      "--contract",
      "plan",
      "SECRET-PROMPT",
    ]);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("SECRET-PROMPT");
  });

  test("a key that is refused is nowhere to be read, also where the server says it back", async () => {
    const home = newHome();
    const key = "sk-test-abcdefghijklmnop";
    const server = await startPromptServer((_, { headers }) => ({
      status: 401,
      body: {
        error: {
          message: `Incorrect API key provided: ${headers["authorization"]}`,
          code: "invalid_api_key",
        },
      },
    }));
    const args = ["ask", ...server.target, "--api-key-env", "MY_KEY", "--contract", "plan", "SECRET-PROMPT"];
    for (const more of [[], ["--json"], ["--verbose"]]) {
      const { code, stdout, stderr } = await home.run([...args, ...more], { env: { MY_KEY: key } });
      expect(code).toBe(3);
      expect(stdout + stderr).not.toMatch(/abcdefghijklmnop|SECRET-PROMPT/);
      if (more[0] !== "--json")
        expect(stderr).toMatch(/\n {2}Name the variable that holds the key: --api-key-env/);
    }
    expect(server.requests.some((each) => each.headers["authorization"] === `Bearer ${key}`)).toBe(true);
  });
});

describe("Ctrl-C ends ask at once with 130 and an empty stdout", () => {
  test("while the answer is awaited", async () => {
    const asked = moment();
    const server = await startPromptServer(() => {
      asked.reach();
      return undefined;
    });
    const { child, ended } = newHome().start(["ask", ...server.target, "--contract", "plan", "x"]);
    await asked.reached;
    const startedAt = performance.now();
    child.kill("SIGINT");
    const result = await ended;
    expect([result.code, result.stdout, result.stderr]).toEqual([130, "", ""]);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  test("while the endpoint is looked at", async () => {
    const asked = moment();
    const server = await startServer(() => {
      asked.reach();
      return undefined;
    });
    const { child, ended } = newHome().start([
      "ask",
      "--endpoint",
      `${server.url}/v1`,
      "--contract",
      "plan",
      "x",
    ]);
    await asked.reached;
    child.kill("SIGINT");
    expect(await ended).toEqual({ code: 130, stdout: "", stderr: "" });
  });

  test("while the prompt is read", async () => {
    const { child, ended } = newHome().start(["ask", ...NOBODY, "--contract", "plan", "--verbose"]);
    // More than a pipe holds, so that it is written only once somebody reads.
    await new Promise<void>((resolve) =>
      child.stdin.write("half a prompt ".repeat(200_000), () => resolve()),
    );
    child.stdin.on("error", () => {});
    child.kill("SIGINT");
    expect(await ended).toEqual({ code: 130, stdout: "", stderr: "" });
  });
});

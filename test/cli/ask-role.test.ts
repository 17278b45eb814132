import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startSimulator } from "../../src/simulator/start-simulator.ts";
import { completionBody, startServer } from "../helpers/scripted-server.ts";
import { newHome, startPromptServer } from "./prompt-server.ts";

const CONSTRAINTS = ["response_format", "grammar", "json_schema", "format", "guided_json", "tools"];
const ESCAPE = "\u001b[31mred\u001b[0m\n\tkept";

describe("ask --role of a role that answers in text", () => {
  test.each(["describer", "context", "coder", "go-coder"])(
    "%s gets no constraint, and its text is printed verbatim",
    async (role) => {
      const server = await startPromptServer(() => ({ body: completionBody(ESCAPE) }));
      const target = server.target.filter((flag) => flag !== "--off");
      const { code, stdout, stderr } = await newHome().run(["ask", ...target, "--role", role, "hello"]);
      expect([code, stdout, stderr]).toEqual([0, `${ESCAPE}\n`, ""]);
      const bodies = server.requests.filter((each) => each.method === "POST").map((each) => each.json);
      expect(bodies).toHaveLength(1);
      expect(Object.keys(bodies[0]).filter((key) => CONSTRAINTS.includes(key))).toEqual([]);
      expect(bodies[0].messages.map((each: { role: string }) => each.role)).toEqual(["system", "user"]);
    },
  );

  test("prints one document with --json", async () => {
    const server = await startPromptServer(() => ({ body: completionBody("a text") }));
    const result = await newHome().run(["ask", ...server.target, "--role", "describer", "--json", "x"]);
    expect([result.code, result.stderr]).toEqual([0, ""]);
    expect(JSON.parse(result.stdout)).toMatchObject({ ok: true, text: "a text", attempts: 1, error: null });
  });

  test.each([
    ["the user's count", { llm_retry_count: 1, llm_retry_delay_ms: 0 }, 2],
    ["a count of none", { llm_retry_count: 0 }, 1],
  ])("asks a failing server again by %s", async (_, settings, count) => {
    const server = await startPromptServer(() => ({ status: 503, body: { error: { message: "busy" } } }));
    const home = newHome();
    writeFileSync(join(home.folder, ".slmcode.json"), JSON.stringify(settings));
    const result = await home.run(["ask", ...server.target, "--role", "describer", "x"]);
    expect([result.code, result.stdout]).toEqual([3, ""]);
    expect(result.stderr).toContain("busy");
    expect(server.prompts()).toHaveLength(count);
  });

  test("keeps to the cap field and thinking of the settings", async () => {
    const server = await startPromptServer(() => ({ body: completionBody("a text") }));
    const home = newHome();
    const settings = { max_tokens_field: "max_completion_tokens", thinking: "off", provider: "vllm" };
    writeFileSync(join(home.folder, ".slmcode.json"), JSON.stringify(settings));
    expect((await home.run(["ask", ...server.target, "--role", "describer", "x"])).code).toBe(0);
    const { json } = server.requests.findLast(({ method }) => method === "POST")!;
    expect(json).toMatchObject({
      max_completion_tokens: 2048,
      chat_template_kwargs: { enable_thinking: false },
    });
    expect(json).not.toHaveProperty("max_tokens");
  });

  test("keeps to the stop sequences of the settings, having none of its own", async () => {
    const server = await startPromptServer(() => ({ body: completionBody("a text") }));
    const args = ["ask", ...server.target, "--role", "describer", "x"];
    expect((await newHome().run(args, { env: { SLMCODE_STOP: "END" } })).code).toBe(0);
    expect(server.requests.findLast(({ method }) => method === "POST")!.json.stop).toEqual(["END"]);
  });

  test("refuses a rung, which would constrain nothing", async () => {
    const result = await newHome().run(["ask", "--role", "describer", "--rung", "json_schema", "x"]);
    expect([result.code, result.stdout]).toEqual([2, ""]);
    expect(result.stderr).toContain("free text");
  });
});

test("a role with a contract goes constrained and prints the validated value", async () => {
  const simulator = await startSimulator({ profile: "llamacpp-b11434", seed: 1, model: "polite" });
  try {
    const target = ["--endpoint", simulator.url, "--model", "demo"];
    const result = await newHome().run(["ask", ...target, "--role", "plan", "--json", "x"]);
    expect(result.code).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({
      ok: true,
      rung: "json_schema",
      value: { steps: expect.any(Array) },
    });
  } finally {
    await simulator.close();
  }
});

test("a role file that counts for nothing is told, as the role that comes with slmcode is asked instead", async () => {
  const server = await startPromptServer(() => ({ body: completionBody("a text") }));
  const home = newHome();
  mkdirSync(join(home.folder, ".slmcode/roles"), { recursive: true });
  writeFileSync(join(home.folder, ".slmcode/roles/own.yaml"), "id: describer\ninstructons: Be brief.\n");
  const { code, stdout, stderr } = await home.run(["ask", ...server.target, "--role", "describer", "x"]);
  expect([code, stdout]).toEqual([0, "a text\n"]);
  expect(stderr).toBe(
    'slmcode: .slmcode/roles/own.yaml:2:1: a role has no field "instructons"; did you mean instructions?\n',
  );
});

test("an unknown role names the nearest one and asks nobody", async () => {
  const server = await startServer(() => ({ body: {} }));
  const result = await newHome().run(["ask", "--endpoint", server.url, "--role", "plann", "x"]);
  expect([result.code, result.stdout]).toEqual([2, ""]);
  expect(result.stderr).toContain("Did you mean: plan");
  expect(server.requests).toEqual([]);
});

import { describe, expect, test } from "vitest";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import { runCli } from "../helpers/run-cli.ts";
import { type SeenRequest, startServer } from "../helpers/scripted-server.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const CLARIFY = CONTRACTS.find(({ name }) => name === "clarify")!;

/** The completion requests and stderr of one `ask` with structured decoding off. */
async function ask(
  env: Readonly<Record<string, string>>,
  prompt = "Which of the two flags?",
): Promise<{
  readonly sent: readonly SeenRequest[];
  readonly stderr: string;
}> {
  const server = await startServer(({ method }) =>
    method === "GET"
      ? { body: { object: "list", data: [{ id: "demo" }] } }
      : { body: { model: "demo", choices: [{ message: { content: JSON.stringify(CLARIFY.example) } }] } },
  );
  const home = temporaryFolder();
  const { stderr, code } = await runCli(
    ["ask", "--off", "--contract", "clarify", "--endpoint", `${server.url}/v1`, prompt],
    { env: { HOME: home, SLMCODE_HOME: home, SLMCODE_MODEL: "demo", ...env }, cwd: home },
  );
  expect(code, stderr).toBe(0);
  return { sent: server.requests.filter(({ method }) => method === "POST"), stderr };
}

describe("what a call sends follows the settings", () => {
  test.each([
    [{}, { max_tokens: 2048 }, ["max_completion_tokens", "chat_template_kwargs", "reasoning_effort", "stop"]],
    [{ SLMCODE_MAX_TOKENS_FIELD: "max_completion_tokens" }, { max_completion_tokens: 2048 }, ["max_tokens"]],
    [{ SLMCODE_MAX_TOKENS: "300", SLMCODE_TEMPERATURE: "0.2" }, { max_tokens: 300, temperature: 0.2 }, []],
    [
      { SLMCODE_THINKING: "off", SLMCODE_PROVIDER: "vllm" },
      { chat_template_kwargs: { enable_thinking: false } },
      [],
    ],
    [{ SLMCODE_THINKING: "off", SLMCODE_PROVIDER: "ollama" }, { reasoning_effort: "none" }, []],
    [{ SLMCODE_STOP: "END" }, { stop: ["END"] }, []],
  ])("%j", async (env, fields, absent) => {
    const { sent } = await ask(env);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.json).toMatchObject(fields);
    for (const name of absent) expect(sent[0]!.json).not.toHaveProperty(name);
  });

  test.each([
    [
      "is told of, and sent all the same",
      "word ".repeat(300),
      /the prompt has about 375 tokens, more than the 256 of prompt_budget/,
    ],
    ["is not mentioned where it fits", "word ".repeat(200), /^$/],
  ])("a prompt beside prompt_budget %s", async (_, prompt, said) => {
    const { sent, stderr } = await ask({ SLMCODE_PROMPT_BUDGET: "256" }, prompt.trim());
    expect(stderr).toMatch(said);
    expect(sent).toHaveLength(1);
  });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { reportPlain } from "../../src/cli/commands/ask-plain.ts";
import type { Io } from "../../src/cli/io.ts";
import type { CliResult } from "../helpers/run-cli.ts";
import { completionBody, type ScriptedAnswer } from "../helpers/scripted-server.ts";
import { moment, newHome, startPromptServer } from "./prompt-server.ts";

const ROLE = ["--role", "describer", "x"];

async function ask(answer: ScriptedAnswer, flags: readonly string[] = []): Promise<CliResult> {
  const server = await startPromptServer(() => answer);
  return await newHome().run(["ask", ...server.target, ...ROLE, ...flags]);
}

function answered(content: string | null, finish: string, message: object = {}): ScriptedAnswer {
  const choice = { index: 0, message: { role: "assistant", content, ...message }, finish_reason: finish };
  return { body: completionBody("", { choices: [choice] }) };
}

describe("an answer in text that is not one", () => {
  test.each([
    [
      "cut off at the cap",
      answered("half of it", "length"),
      [],
      "half of it\n",
      /cut off at the cap\n {2}Raise --max-tokens/,
      "truncated",
    ],
    [
      "cut off by a server that calls it stopped",
      answered("half of it", "stop"),
      ["--max-tokens", "7"],
      "half of it\n",
      /cut off at the cap/,
      "truncated",
    ],
    [
      "spent on thinking",
      answered("", "length", { reasoning_content: "hm" }),
      [],
      "",
      /cut off at the cap/,
      "truncated",
    ],
    [
      "ended by a filter",
      answered("half of it", "content_filter"),
      [],
      "half of it\n",
      /content filter ended the answer/,
      "filtered",
    ],
    [
      "a refusal",
      answered(null, "stop", { refusal: "I \u001b[31mwill not" }),
      [],
      "",
      /the model refused: "I .\[31mwill not"\n {2}Ask in other words/,
      "no_text",
    ],
    ["empty", answered("", "stop"), [], "", /the answer holds no text/, "no_text"],
    ["white space alone", answered(" \n", "stop"), [], " \n", /the answer holds no text/, "no_text"],
    [
      "a tool call that nobody asked for",
      answered(null, "tool_calls", { tool_calls: [{ function: { name: "ls" } }] }),
      [],
      "",
      /no text/,
      "no_text",
    ],
  ])(
    "%s: what came is printed, it is told, and the code is 1",
    async (_, answer, flags, text, told, kind) => {
      const { code, stdout, stderr } = await ask(answer, flags);
      expect([code, stdout]).toEqual([1, text]);
      expect(stderr).toMatch(told);
      expect(stderr).not.toContain("\u001b");

      const asJson = await ask(answer, [...flags, "--json"]);
      expect([asJson.code, asJson.stderr]).toEqual([1, ""]);
      expect(JSON.parse(asJson.stdout)).toMatchObject({
        ok: false,
        text: text === "" ? "" : expect.stringContaining(text.trimEnd()),
        error: { kind, class: null, http_status: null },
      });
    },
  );
});

describe("the --json of an answer in text", () => {
  const KEYS = ["ok", "text", "finish_reason", "attempts", "classes", "usage", "duration_ms", "error"];

  test("holds everything of an answer, and no character that drives a terminal", async () => {
    const { code, stdout } = await ask(answered("a\u009b31m\u001b[2Jb\n", "stop"), ["--json"]);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    const whole = JSON.parse(stdout);
    expect(Object.keys(whole)).toEqual(KEYS);
    expect(whole).toEqual({
      ok: true,
      text: "a\u009b31m\u001b[2Jb\n",
      finish_reason: "stop",
      attempts: 1,
      classes: [],
      usage: { prompt_tokens: 11, completion_tokens: 7 },
      duration_ms: expect.any(Number),
      error: null,
    });
  });

  test("holds the same keys, and why, where the request failed", async () => {
    const limit = {
      status: 429,
      headers: { "retry-after": "7200" },
      body: { error: { message: "slow down" } },
    };
    const { code, stdout, stderr } = await ask(limit, ["--json"]);
    expect([code, stderr]).toEqual([3, ""]);
    const whole = JSON.parse(stdout);
    expect(Object.keys(whole)).toEqual(KEYS);
    expect(whole).toMatchObject({
      ok: false,
      text: null,
      finish_reason: null,
      attempts: 1,
      classes: ["rate_limited"],
      usage: null,
      error: {
        kind: "request_failed",
        class: "rate_limited",
        http_status: 429,
        server_message: "slow down",
        resets_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    });
  });
});

describe("an ordinary request that fails ends with 3", () => {
  test("where nothing listens, and the prompt is not said back", async () => {
    const target = ["--endpoint", "http://127.0.0.1:9/v1", "--model", "m"];
    const { code, stdout, stderr } = await newHome().run(["ask", ...target, "--role", "describer", "SECRET"]);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(/connection was refused.*\n {2}slmcode doctor/);
    expect(stderr).not.toContain("SECRET");
  });

  test("and where the key is refused, the way to name one is told", async () => {
    const { code, stderr } = await ask({ status: 401, body: { error: { message: "Invalid API key" } } });
    expect(code).toBe(3);
    expect(stderr).toMatch(/"Invalid API key"\n {2}Name the variable that holds the key/);
  });
});

test("--verbose tells each request, each wait and why, and what it came to", async () => {
  let at = 0;
  const server = await startPromptServer(() => {
    at += 1;
    return at === 1
      ? { status: 503, body: { error: { message: "all slots\u001b[31m are busy" } } }
      : { body: completionBody("a text") };
  });
  const home = newHome();
  writeFileSync(
    join(home.folder, ".slmcode.json"),
    JSON.stringify({ llm_retry_count: 2, llm_retry_delay_ms: 3 }),
  );
  const { code, stdout, stderr } = await home.run(["ask", ...server.target, ...ROLE, "--verbose"]);
  expect([code, stdout]).toEqual([0, "a text\n"]);
  expect(stderr.replace(/[\d.]+ s$/m, "TIME").split("\n")).toEqual([
    "attempt 1: prompt_only as none",
    "retry in 3 ms (transient): all slots are busy",
    "attempt 2: prompt_only as none",
    "ordinary request; 2 requests; TIME",
    "",
  ]);
});

describe("Ctrl-C ends an ordinary request with 130 and nothing half printed", () => {
  test("while half of the answer is there", async () => {
    const asked = moment();
    const server = await startPromptServer((_prompt, _request, response) => {
      response.setHeader("content-type", "text/event-stream");
      const piece = { choices: [{ index: 0, delta: { content: "half of" } }] };
      response.write(`data: ${JSON.stringify(piece)}\n\n`, () => asked.reach());
      return undefined;
    });
    const { child, ended } = newHome().start(["ask", ...server.target, ...ROLE]);
    await asked.reached;
    child.kill("SIGINT");
    expect(await ended).toEqual({ code: 130, stdout: "", stderr: "" });
  });

  test("while it waits to try again", async () => {
    const busy = { status: 429, headers: { "retry-after": "20" }, body: { error: { message: "slow down" } } };
    const server = await startPromptServer(() => busy);
    const { child, ended } = newHome().start(["ask", ...server.target, ...ROLE, "--verbose"]);
    child.stderr.on("data", (text: string) => {
      if (text.includes("retry in")) child.kill("SIGINT");
    });
    const { code, stdout } = await ended;
    expect([code, stdout, server.prompts().length]).toEqual([130, "", 1]);
  });
});

describe("a terminal", () => {
  test.each([
    ["a colour", "\u001b[31mred\u001b[0m", "\ufffd[31mred\ufffd[0m"],
    ["a title in one byte of C1", "\u009d0;owned\u0007", "\ufffd0;owned\ufffd"],
    ["a clipboard write", "\u001b]52;c;cm0gLXJm\u0007", "\ufffd]52;c;cm0gLXJm\ufffd"],
    ["a carriage return that would hide the line", "safe\rrm -rf /", "safe rm -rf /"],
    ["letters turned round", "a\u202eb", "a\ufffdb"],
    ["lines, tabs and letters of any script", "a\r\n\tb\n\nLjubljana \u010d", "a\r\n\tb\n\nLjubljana \u010d"],
  ])("is shown %s as text alone", (_, content, shown) => {
    expect(printed(content, true)).toBe(`${shown}\n`);
    expect(printed(content, false)).toBe(`${content}\n`);
  });
});

/** What `ask` prints of an answer. */
function printed(content: string, stdoutIsTerminal: boolean): string {
  const written: string[] = [];
  const io = {
    stdoutIsTerminal,
    signal: new AbortController().signal,
    print: (text: string) => void written.push(text),
    warn: (text: string) => void written.push(text),
  } as unknown as Io;
  const completion = {
    content,
    reasoning: "",
    refusal: null,
    toolCalls: [],
    finishReason: "stop",
    usage: null,
    model: null,
    systemFingerprint: null,
    status: 200,
    headers: {},
    durationMs: 1,
  };
  const result = { ok: true as const, completion, attempts: 1, classes: [], durationMs: 1 };
  expect(reportPlain(result, { flags: {}, io, cap: 100 })).toBe(0);
  return written.join("");
}

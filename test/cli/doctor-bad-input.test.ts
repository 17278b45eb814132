import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliResult, runCli } from "../helpers/run-cli.ts";
import { type Handler, startServer } from "../helpers/scripted-server.ts";

let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "slmcode-test-"));
});

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const KEY = "sk-test-4711-do-not-print";

function doctor(args: readonly string[], env: Record<string, string> = {}): Promise<CliResult> {
  return runCli(["doctor", ...args], {
    env: { HOME: home, SLMCODE_HOME: join(home, "data"), ...env },
    cwd: home,
  });
}

function models(id = "m"): object {
  return { object: "list", data: [{ id, object: "model", owned_by: "vllm" }] };
}

function answer(content: string): object {
  return {
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 20, completion_tokens: 5 },
  };
}

/** A server with a model list that does `chat` for completions. */
function withChat(chat: Handler): Handler {
  return (request, response) =>
    request.path.endsWith("/chat/completions")
      ? chat(request, response)
      : request.path === "/v1/models"
        ? { body: models() }
        : { status: 404, body: { error: "no" } };
}

interface Case {
  readonly name: string;
  readonly handler: Handler;
  readonly path?: string;
  readonly code: number;
  readonly state: string;
  readonly finding: string;
  readonly says: RegExp;
}

const CASES: readonly Case[] = [
  {
    name: "a web UI that answers HTML",
    handler: () => ({
      headers: { "content-type": "text/html" },
      body: "<!doctype html><title>Open WebUI</title>",
    }),
    code: 3,
    state: "unreachable",
    finding: "web_page_answers",
    says: /web page answers.*Open WebUI/,
  },
  {
    name: "an endpoint without /v1",
    path: "",
    handler: (request) =>
      request.path === "/v1/models" ? { body: models() } : { status: 404, body: { detail: "Not Found" } },
    code: 3,
    state: "unreachable",
    finding: "missing_v1",
    says: /has no chat API, but .*\/v1 has/,
  },
  {
    name: "a wrong key, with 401",
    handler: () => ({ status: 401, body: { error: { message: "Invalid API Key" } } }),
    code: 3,
    state: "unauthorized",
    finding: "unauthorized",
    says: /Invalid API Key/,
  },
  {
    name: "a wrong key, with LiteLLM's 400",
    handler: withChat(() => ({
      status: 400,
      body: { error: { message: "No connected db.", type: "no_db_connection" } },
    })),
    code: 3,
    state: "unauthorized",
    finding: "unauthorized",
    says: /No connected db/,
  },
  {
    name: "an unknown model",
    handler: withChat(() => ({ status: 404, body: { error: { message: "The model `x` does not exist." } } })),
    code: 3,
    state: "model_not_found",
    finding: "model_not_found",
    says: /does not exist/,
  },
  {
    name: "invalid JSON",
    handler: withChat(() => ({ headers: { "content-type": "application/json" }, body: '{"choices": [' })),
    code: 3,
    state: "not_checked",
    finding: "plain_request_failed",
    says: /plain request/,
  },
  {
    name: "a rate limit that lasts for hours",
    handler: withChat(() => ({
      status: 429,
      headers: { "retry-after": "7200" },
      body: { error: { message: "slow down" } },
    })),
    code: 3,
    state: "not_checked",
    finding: "rate_limited",
    says: /slow down/,
  },
  {
    name: "a redirect to another host",
    handler: () => ({ status: 307, headers: { location: "http://user:secret@192.0.2.1/v1" }, body: "" }),
    code: 3,
    state: "unreachable",
    finding: "redirected",
    says: /redirects to http:\/\/192\.0\.2\.1/,
  },
];

describe("doctor on servers that are not what they should be", () => {
  test.each(CASES)("$name", async ({ handler, path = "/v1", code, state, finding, says }) => {
    const server = await startServer(handler);
    const run = await doctor(
      ["--endpoint", `${server.url}${path}`, "--model", "m", "--json", "--timeout", "5s"],
      { SLMCODE_API_KEY: KEY },
    );
    const report = JSON.parse(run.stdout) as {
      exit_code: number;
      connection: { state: string };
      findings: { code: string; summary: string }[];
    };
    expect({ code: run.code, state: report.connection.state, exit_code: report.exit_code }).toEqual({
      code,
      state,
      exit_code: code,
    });
    const found = report.findings.find((each) => each.code === finding);
    expect(found?.summary).toMatch(says);
    expect(run.stdout + run.stderr).not.toContain(KEY);
    expect(run.stdout + run.stderr).not.toContain("secret");
    expect(run.stderr).not.toMatch(/\n\s+at /);
  });

  test("invalid UTF-8 in an answer is read, not a crash", async () => {
    const server = await startServer(
      withChat((_, response) => {
        response.setHeader("content-type", "application/json");
        const [before, after] = JSON.stringify(answer("Rain @ falls.")).split("@");
        response.end(Buffer.concat([Buffer.from(before!), Buffer.from([0xff, 0xfe]), Buffer.from(after!)]));
        return undefined;
      }),
    );
    const run = await doctor(["--endpoint", `${server.url}/v1`, "--model", "m", "--json"]);
    expect((JSON.parse(run.stdout) as { connection: { state: string } }).connection.state).toBe("ok");
  });

  test("an endless answer is cut off by the deadline or the size cap", async () => {
    const server = await startServer(
      withChat((_, response) => {
        response.setHeader("content-type", "application/json");
        const timer = setInterval(() => response.write(" ".repeat(65_536)), 1);
        response.on("close", () => clearInterval(timer));
        return undefined;
      }),
    );
    const run = await doctor(["--endpoint", `${server.url}/v1`, "--model", "m", "--timeout", "3s"]);
    expect(run.code).toBe(3);
  });

  test("nothing listens: one sentence, exit 3", async () => {
    const run = await doctor(["--endpoint", "http://127.0.0.1:9/v1", "--model", "m"]);
    expect(run.code).toBe(3);
    expect(run.stdout).toMatch(/ECONNREFUSED/);
  });

  test("a server that dies while it is probed is reported as crashed, and the rest is not sent", async () => {
    let chats = 0;
    const server = await startServer((request, response) => {
      if (request.path === "/v1/models") return { body: models() };
      if (!request.path.endsWith("/chat/completions")) return { status: 404, body: {} };
      chats += 1;
      if (chats === 1) return { body: answer("Rain falls.") };
      response.socket?.destroy();
      void server.close();
      return undefined;
    });
    const run = await doctor(["--endpoint", `${server.url}/v1`, "--model", "m", "--json"]);
    const report = JSON.parse(run.stdout) as {
      evidence: { wire_form: string; verdict: string }[];
      findings: { code: string }[];
    };
    expect(report.evidence.find((each) => each.wire_form === "openai_strict")?.verdict).toBe("crashed");
    expect(
      report.evidence.filter((each) => each.verdict !== "crashed" && each.verdict !== "skipped"),
    ).toEqual([]);
    expect(report.findings.map((each) => each.code)).toContain("server_crashed");
    expect(run.code).toBe(1);
    expect(chats).toBe(2);
  });

  test("an http address of a TLS port is told apart from a dead one", async () => {
    const run = await doctor(["--endpoint", "https://127.0.0.1:9/v1", "--model", "m"]);
    expect(run.code).toBe(3);
  });
});

describe("doctor's own input", () => {
  test.each([
    [["--endpoint", "ftp://host/v1"], /http or https/],
    [["--endpoint", "http://user:pw@127.0.0.1/v1"], /without a user name or password/],
    [["--provider", "olama"], /ollama/],
    [["--timeout", "soon"], /--timeout/],
    [["--fail-on", "sometimes"], /fail-on/],
    [["--bogus"], /unknown option/],
    [["--explain", "nothing_enforce"], /Did you mean: nothing_enforced/],
  ] as const)("%j is refused with exit 2", async (args, says) => {
    const run = await doctor(args);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(says);
    expect(run.stdout).toBe("");
    expect(run.stderr).not.toContain("pw@");
  });

  test("a damaged capabilities file is set aside with a warning", async () => {
    const data = join(home, "damaged");
    const { mkdirSync } = await import("node:fs");
    mkdirSync(data);
    writeFileSync(join(data, "capabilities.json"), "{ not json");
    const server = await startServer(withChat(() => ({ body: answer("Rain falls.") })));
    const run = await doctor(["--endpoint", `${server.url}/v1`, "--model", "m", "--json"], {
      SLMCODE_HOME: data,
    });
    const report = JSON.parse(run.stdout) as { findings: { code: string }[] };
    expect(report.findings.map((each) => each.code)).toContain("store_problem");
    expect(run.code).toBe(1);
  });

  test("a data folder that cannot be written costs a warning, not the run", async () => {
    const blocked = join(home, "a-file");
    writeFileSync(blocked, "");
    const server = await startServer(withChat(() => ({ body: answer("Rain falls.") })));
    const run = await doctor(["--endpoint", `${server.url}/v1`, "--model", "m", "--json"], {
      SLMCODE_HOME: join(blocked, "data"),
    });
    expect(
      (JSON.parse(run.stdout) as { findings: { code: string }[] }).findings.map((each) => each.code),
    ).toContain("store_problem");
  });
});

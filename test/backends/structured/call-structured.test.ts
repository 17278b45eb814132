import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Capabilities } from "../../../src/backends/capabilities.ts";
import { openStore, type Store } from "../../../src/backends/store/store.ts";
import { callPlain } from "../../../src/backends/structured/call-plain.ts";
import { callStructured } from "../../../src/backends/structured/call-structured.ts";
import { streamStructured } from "../../../src/backends/structured/stream-structured.ts";
import type { StructuredRequest } from "../../../src/backends/structured/structured-call.ts";
import type { WireFormId } from "../../../src/backends/wire/wire-forms.ts";
import { openFailureMemory } from "../../../src/evolve/failure-memory.ts";
import { startSimulator } from "../../../src/simulator/start-simulator.ts";
import { type Handler, type ScriptedServer, startServer } from "../../helpers/scripted-server.ts";
import { capabilitiesOf, completion, quickWorld, SCHEMA, VALUE } from "./support.ts";

const folder = mkdtempSync(join(tmpdir(), "slmcode-test-"));
let count = 0;

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function store(): Store {
  count += 1;
  const directory = join(folder, String(count));
  return openStore({ directories: { cache: directory, log: directory, data: directory }, warn: () => {} });
}

interface Setup {
  readonly handler: Handler;
  readonly forms?: readonly WireFormId[];
  readonly request?: Partial<StructuredRequest>;
  readonly capabilities?: (endpoint: string) => Capabilities;
}

async function call({ handler, forms = ["openai_strict"], request = {}, capabilities }: Setup): Promise<{
  result: Awaited<ReturnType<typeof callStructured>>;
  server: ScriptedServer;
  slept: readonly number[];
}> {
  const world = quickWorld();
  const server = await startServer(handler);
  const result = await callStructured({
    endpoint: server.url,
    model: "m",
    schema: SCHEMA,
    messages: [{ role: "user", content: "Which city?" }],
    capabilities: capabilities?.(server.url) ?? capabilitiesOf(server.url, forms),
    world,
    ...request,
  });
  await world.close();
  return { result, server, slept: world.slept };
}

const GOOD = JSON.stringify(VALUE);
const answers = (...contents: readonly string[]): Handler => {
  let at = 0;
  return () => {
    const content = contents[Math.min(at, contents.length - 1)]!;
    at += 1;
    return { body: completion(content) };
  };
};

describe("a structured call", () => {
  test("on an enforced rung costs one request, and says how it came about", async () => {
    const { result, server } = await call({ handler: answers(GOOD) });
    expect(result).toMatchObject({
      ok: true,
      value: VALUE,
      rung: "json_schema",
      wireForm: "openai_strict",
      repairRung: null,
      attempts: 1,
      classes: [],
      usage: { promptTokens: 10, completionTokens: 5 },
    });
    expect(server.requests[0]?.json.response_format.json_schema.strict).toBe(true);
  });

  test("with the mode off sends no constraint, and repairs", async () => {
    const { result, server } = await call({
      handler: answers(`Sure:\n\`\`\`json\n{'city': 'Oslo', 'warm': False,}\n\`\`\``),
      request: { mode: "off" },
    });
    expect(result).toMatchObject({
      ok: true,
      value: VALUE,
      rung: "prompt_only",
      wireForm: "none",
      repairRung: "python_bools",
    });
    expect(Object.keys(server.requests[0]!.json)).not.toContain("response_format");
  });

  test("never sends a constraint with tools", async () => {
    const { server } = await call({
      handler: answers(GOOD),
      request: { tools: [{ type: "function", function: { name: "f" } }] },
    });
    expect(server.requests.every((each) => !("response_format" in each.json) && "tools" in each.json)).toBe(
      true,
    );
  });

  test("mends types by the schema where one reading is valid", async () => {
    const { result } = await call({ handler: answers('{"city":"Oslo","warm":"false"}'), forms: [] });
    expect(result).toMatchObject({ ok: true, value: VALUE, repairRung: "coerce" });
  });

  test("asks again once with the issues, and not a third time", async () => {
    const { result, server } = await call({ handler: answers('{"city":"Oslo"}', GOOD), forms: [] });
    expect(result).toMatchObject({ ok: true, attempts: 2 });
    expect(JSON.stringify(server.requests[1]?.json.messages)).toContain("/warm");
    const bad = await call({ handler: answers('{"city":"Oslo"}'), forms: [] });
    expect(bad.result).toMatchObject({
      ok: false,
      attempts: 2,
      error: { kind: "invalid_output", issues: [{ code: "missing_property", pointer: "/warm" }] },
    });
  });

  test("a document that was cut off is asked for with a larger cap once, never closed", async () => {
    let at = 0;
    const { result, server } = await call({
      handler: () => {
        at += 1;
        return at === 1
          ? { body: completion('{"city":"Os', { finish: "length" }) }
          : { body: completion(GOOD) };
      },
      request: { maxTokens: 50 },
    });
    expect(result).toMatchObject({ ok: true, attempts: 2, warnings: [{ code: "cap_raised" }] });
    expect(server.requests.map((each) => each.json.max_tokens)).toEqual([50, 200]);
    const still = await call({ handler: () => ({ body: completion('{"city":"Os', { finish: "length" }) }) });
    expect(still.result).toMatchObject({ ok: false, attempts: 2, error: { kind: "truncated" } });
  });

  test("closers alone are not added where the cap was reached", async () => {
    const { result } = await call({
      handler: () => ({ body: completion('{"city":"Oslo","warm":false', { finish: "length" }) }),
    });
    expect(result).toMatchObject({ ok: false, error: { kind: "truncated" } });
  });

  test("reads the document from the reasoning field, and from a tool call that the server made", async () => {
    const inReasoning = await call({
      handler: () => ({ body: completion("", { message: { reasoning_content: GOOD } }) }),
    });
    expect(inReasoning.result).toMatchObject({ ok: true, value: VALUE });
    const inCall = await call({
      handler: () => ({
        body: completion("", {
          finish: "tool_calls",
          message: {
            content: null,
            tool_calls: [{ id: "1", type: "function", function: { name: "j", arguments: GOOD } }],
          },
        }),
      }),
    });
    expect(inCall.result).toMatchObject({ ok: true, value: VALUE });
  });
});

describe("walking down", () => {
  const REFUSES = { status: 400, body: { error: { message: "'response_format.type' must be 'text'" } } };

  test("a field that is refused by name is demoted at once, for every later process", async () => {
    const kept = store();
    const { result, server } = await call({
      handler: (request) => ("response_format" in request.json ? REFUSES : { body: completion(GOOD) }),
      request: { store: kept },
    });
    expect(result).toMatchObject({ ok: true, rung: "prompt_only" });
    expect(result.warnings.map((each) => each.code)).toContain("demoted");
    await kept.writeCapabilities({
      ...capabilitiesOf(server.url, ["openai_strict"]),
      probedAt: new Date().toISOString(),
    });
    const read = await kept.readCapabilities({ provider: "generic", endpoint: server.url, model: "m" });
    expect(read).toMatchObject({ rung: "prompt_only", wireForm: "none" });
    expect((await kept.digestHistory({})).demotions).toHaveLength(1);
  });

  test("a refusal that names nothing is demoted only when a weaker form then succeeds", async () => {
    const kept = store();
    const vague = { status: 400, body: { error: { message: "Bad Request" } } };
    const { result } = await call({
      handler: (request) => ("response_format" in request.json ? vague : { body: completion(GOOD) }),
      request: { store: kept },
    });
    expect(result).toMatchObject({ ok: true, rung: "prompt_only" });
    expect((await kept.digestHistory({})).demotions).toHaveLength(1);
    const never = store();
    const dead = await call({ handler: () => vague, request: { store: never } });
    expect(dead.result).toMatchObject({ ok: false, error: { class: "permanent" } });
    expect((await never.digestHistory({})).demotions).toHaveLength(0);
  });

  test("goes from a schema to a grammar that was proven, before it goes to the floor", async () => {
    const { result } = await call({
      handler: (request) => ("response_format" in request.json ? REFUSES : { body: completion(GOOD) }),
      forms: ["openai_strict", "grammar"],
    });
    expect(result).toMatchObject({ ok: true, rung: "gbnf_grammar", wireForm: "grammar" });
  });

  test("a schema that the server does not take names the culprit and demotes nothing", async () => {
    const kept = store();
    const { result } = await call({
      handler: (request) =>
        "response_format" in request.json
          ? {
              status: 400,
              body: { error: { message: "Invalid schema for response_format 'answer': too deep" } },
            }
          : { body: completion(GOOD) },
      request: { store: kept },
    });
    expect(result.ok).toBe(true);
    expect(result.warnings[0]).toMatchObject({
      code: "schema_refused",
      message: expect.stringContaining("too deep"),
    });
    expect((await kept.digestHistory({})).demotions).toHaveLength(0);
  });

  test.each([
    ["401", { status: 401, body: { error: { message: "Invalid API Key" } } }, "permanent"],
    ["an unknown model", { status: 404, body: { error: { message: "model 'm' not found" } } }, "permanent"],
    ["no credit", { status: 402, body: { error: { message: "Insufficient credits" } } }, "permanent"],
    [
      "an overflow",
      { status: 400, body: { error: { message: "the request exceeds the available context size" } } },
      "context_overflow",
    ],
  ])("%s is returned as it is, without another request", async (_, answer, failureClass) => {
    const { result, server } = await call({ handler: () => answer, forms: ["openai_strict", "grammar"] });
    expect(result).toMatchObject({ ok: false, error: { class: failureClass } });
    expect(server.requests).toHaveLength(1);
  });

  test("enforcement that is lost is noticed after three documents in a row, and demoted", async () => {
    const kept = store();
    const simulator = await startSimulator({
      profile: "llamacpp-b11434",
      faults: { stopEnforcingAfter: 10 },
    });
    const world = quickWorld();
    const capabilities = capabilitiesOf(simulator.url, ["openai_strict"]);
    const rungs: boolean[] = [];
    for (let index = 0; index < 14; index += 1) {
      const result = await callStructured({
        endpoint: simulator.url,
        model: "demo",
        schema: SCHEMA,
        messages: [{ role: "user", content: "x" }],
        capabilities,
        world,
        store: kept,
        maxTokens: 400,
      });
      rungs.push(result.ok);
    }
    await world.close();
    await simulator.close();
    expect(rungs.slice(0, 8).every(Boolean)).toBe(true);
    expect((await kept.digestHistory({})).demotions[0]).toMatchObject({
      form: "openai_strict",
      reason: expect.stringContaining("enforcement was lost"),
    });
  });

  test("white space without end is stopped while it streams, and the next rung is tried", async () => {
    const { result } = await call({
      handler: (request, response) => {
        if (!("response_format" in request.json)) return { body: completion(GOOD) };
        response.setHeader("content-type", "text/event-stream");
        const timer = setInterval(
          () =>
            response.write(
              `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: " ".repeat(100) } }] })}\n\n`,
            ),
          2,
        );
        response.on("close", () => clearInterval(timer));
        return undefined;
      },
      forms: ["openai_strict", "grammar"],
      request: { onEvent: () => {} },
    });
    expect(result).toMatchObject({ ok: true, wireForm: "grammar" });
    expect(result.warnings.map((each) => each.code)).toContain("whitespace_runaway");
  });
});

describe("retrying", () => {
  test("a server that is busy twice is asked three times, no more", async () => {
    let at = 0;
    const { result, slept } = await call({
      handler: () => {
        at += 1;
        return at < 3
          ? { status: 503, body: { error: { message: "server busy" } } }
          : { body: completion(GOOD) };
      },
    });
    expect(result).toMatchObject({ ok: true, attempts: 3, classes: ["transient", "transient"] });
    expect(slept).toEqual([250, 500]);
  });

  test("a hint hours away is told, not waited for", async () => {
    const { result, slept } = await call({
      handler: () => ({
        status: 429,
        headers: { "retry-after": "7200" },
        body: { error: { message: "slow down" } },
      }),
    });
    expect(result).toMatchObject({
      ok: false,
      attempts: 1,
      error: { class: "rate_limited", resetsAt: expect.stringMatching(/^\d{4}-/) },
    });
    expect(slept).toEqual([]);
  });

  test("the caller's signal ends it as canceled, and nothing is demoted", async () => {
    const kept = store();
    const controller = new AbortController();
    const { result } = await call({
      handler: () => {
        controller.abort();
        return undefined;
      },
      request: { signal: controller.signal, store: kept },
    });
    expect(result).toMatchObject({ ok: false, error: { class: "canceled" } });
    expect((await kept.digestHistory({})).demotions).toHaveLength(0);
  });

  test("a body that breaks off is retried, and never handed to repair", async () => {
    const simulator = await startSimulator({ profile: "llamacpp-b11434", faults: { resetAt: [1] } });
    const world = quickWorld();
    const result = await callStructured({
      endpoint: simulator.url,
      model: "demo",
      schema: SCHEMA,
      messages: [{ role: "user", content: "x" }],
      capabilities: capabilitiesOf(simulator.url, ["openai_strict"]),
      world,
    });
    expect(result).toMatchObject({ ok: true, classes: ["transient"], repairRung: null });
    await world.close();
    await simulator.close();
  });

  test("the ordinary path's own count replaces the policy: one request is never retried twice over", async () => {
    const world = quickWorld();
    const server = await startServer(() => ({ status: 500, body: { error: { message: "oops" } } }));
    const base = {
      endpoint: server.url,
      model: "m",
      messages: [{ role: "user" as const, content: "x" }],
      world,
    };
    await callPlain({ ...base, llmRetryCount: 4, llmRetryDelayMs: 7, retry: { attempts: 3 } });
    expect(server.requests).toHaveLength(5);
    expect(world.slept).toEqual([7, 7, 7, 7]);
    await callPlain({ ...base, llmRetryCount: 0 });
    expect(server.requests).toHaveLength(6);
    await callPlain(base);
    expect(server.requests).toHaveLength(9);
    await world.close();
  });
});

describe("memory", () => {
  test("a cap that was too small is raised up front the next time, and dropped when it stops helping", async () => {
    count += 1;
    const path = join(folder, `memory-${count}.json`);
    const memory = openFailureMemory({ path, warn: () => {} });
    let whole = false;
    const world = quickWorld();
    const server = await startServer((request) => ({
      body:
        whole && request.json.max_tokens >= 200
          ? completion(GOOD)
          : request.json.max_tokens >= 200
            ? completion(GOOD)
            : completion('{"city":"Os', { finish: "length" }),
    }));
    const request: StructuredRequest = {
      endpoint: server.url,
      model: "m",
      schema: SCHEMA,
      messages: [{ role: "user", content: "x" }],
      capabilities: capabilitiesOf(server.url, ["openai_strict"]),
      world,
      memory,
      maxTokens: 50,
    };
    expect((await callStructured(request)).attempts).toBe(2);
    await memory.flush();
    whole = true;
    const later = await callStructured({ ...request, memory: openFailureMemory({ path, warn: () => {} }) });
    expect(later).toMatchObject({ ok: true, attempts: 1, warnings: [{ code: "remembered" }] });
    await world.close();
  });
});

describe("streaming", () => {
  test("gives events as they happen and the validated result last", async () => {
    const simulator = await startSimulator({ profile: "llamacpp-b11434" });
    const world = quickWorld();
    const types: string[] = [];
    for await (const event of streamStructured({
      endpoint: simulator.url,
      model: "demo",
      schema: SCHEMA,
      messages: [{ role: "user", content: "x" }],
      capabilities: capabilitiesOf(simulator.url, ["openai_strict"]),
      world,
    })) {
      types.push(event.type);
      if (event.type === "result") expect(event.result.ok).toBe(true);
    }
    expect(types[0]).toBe("attempt");
    expect(types).toContain("delta");
    expect(types.at(-1)).toBe("result");
    await world.close();
    await simulator.close();
  });

  test("leaving the loop cancels the call", async () => {
    const world = quickWorld();
    let closed = false;
    const server = await startServer((_, response) => {
      response.setHeader("content-type", "text/event-stream");
      const timer = setInterval(
        () =>
          response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "x" } }] })}\n\n`),
        5,
      );
      response.on("close", () => {
        clearInterval(timer);
        closed = true;
      });
      return undefined;
    });
    for await (const event of streamStructured({
      endpoint: server.url,
      model: "m",
      schema: SCHEMA,
      messages: [{ role: "user", content: "x" }],
      capabilities: capabilitiesOf(server.url, ["openai_strict"]),
      world,
    })) {
      if (event.type === "delta") break;
    }
    await world.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(closed).toBe(true);
  });
});

import { describe, expect, test } from "vitest";
import { callStructured } from "../../../src/backends/structured/call-structured.ts";
import { startSimulator } from "../../../src/simulator/start-simulator.ts";
import { callOnce, capabilitiesOf, completion, GOOD, newStore, quickWorld, SCHEMA } from "./support.ts";

describe("walking down", () => {
  const REFUSES = { status: 400, body: { error: { message: "'response_format.type' must be 'text'" } } };

  test("a field that is refused by name is demoted at once, for every later process", async () => {
    const kept = newStore();
    const { result, server } = await callOnce({
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
    const kept = newStore();
    const vague = { status: 400, body: { error: { message: "Bad Request" } } };
    const { result } = await callOnce({
      handler: (request) => ("response_format" in request.json ? vague : { body: completion(GOOD) }),
      request: { store: kept },
    });
    expect(result).toMatchObject({ ok: true, rung: "prompt_only" });
    expect((await kept.digestHistory({})).demotions).toHaveLength(1);
    const never = newStore();
    const dead = await callOnce({ handler: () => vague, request: { store: never } });
    expect(dead.result).toMatchObject({ ok: false, error: { class: "permanent" } });
    expect((await never.digestHistory({})).demotions).toHaveLength(0);
  });

  test("goes from a schema to a grammar that was proven, before it goes to the floor", async () => {
    const { result } = await callOnce({
      handler: (request) => ("response_format" in request.json ? REFUSES : { body: completion(GOOD) }),
      forms: ["openai_strict", "grammar"],
    });
    expect(result).toMatchObject({ ok: true, rung: "gbnf_grammar", wireForm: "grammar" });
  });

  test("a schema that the server does not take names the culprit and demotes nothing", async () => {
    const kept = newStore();
    const { result } = await callOnce({
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
    const { result, server } = await callOnce({ handler: () => answer, forms: ["openai_strict", "grammar"] });
    expect(result).toMatchObject({ ok: false, error: { class: failureClass } });
    expect(server.requests).toHaveLength(1);
  });

  test("enforcement that is lost is noticed after three documents in a row, and demoted", async () => {
    const kept = newStore();
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
    const { result } = await callOnce({
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

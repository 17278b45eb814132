import { describe, expect, test } from "vitest";
import { callPlain } from "../../../src/backends/structured/call-plain.ts";
import { callStructured } from "../../../src/backends/structured/call-structured.ts";
import { startSimulator } from "../../../src/simulator/start-simulator.ts";
import { startServer } from "../../helpers/scripted-server.ts";
import { callOnce, capabilitiesOf, completion, GOOD, newStore, quickWorld, SCHEMA } from "./support.ts";

describe("retrying", () => {
  test("a server that is busy twice is asked three times, no more", async () => {
    let at = 0;
    const { result, slept } = await callOnce({
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
    const { result, slept } = await callOnce({
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
    const kept = newStore();
    const controller = new AbortController();
    const { result } = await callOnce({
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

import { describe, expect, test } from "vitest";
import { FAULT_KINDS, FAULT_NAMES, faultOf } from "../../src/simulator/faults.ts";
import { booleanSchema, openAiFormat, plainBody, post, replyOf, simulate } from "./ask.ts";

const NAME = "llamacpp-b11434";

describe("a fault", () => {
  test.each([
    ["whole", {}],
    ["streamed", { stream: true }],
  ])("breaks the connection in the middle of a %s answer", async (_, fields) => {
    const simulator = await simulate({ profile: NAME, faults: { resetAt: [2] } });
    expect((await post(simulator, plainBody(fields))).status).toBe(200);
    const response = await fetch(`${simulator.url}/chat/completions`, {
      method: "POST",
      body: JSON.stringify(plainBody(fields)),
    });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect((await post(simulator, plainBody(fields))).status).toBe(200);
  });

  test("leaves a request without an answer", async () => {
    const simulator = await simulate({ profile: NAME, faults: { stallAt: [1] } });
    const stalled = fetch(`${simulator.url}/chat/completions`, {
      method: "POST",
      body: JSON.stringify(plainBody()),
      signal: AbortSignal.timeout(150),
    });
    await expect(stalled).rejects.toMatchObject({ name: "TimeoutError" });
    expect(simulator.requests[0]?.status).toBe(0);
    expect((await post(simulator, plainBody())).status).toBe(200);
  });

  test("limits the rate with a hint, and then lets through", async () => {
    const rateLimit = { requests: 2, retryAfterSeconds: 7 };
    const simulator = await simulate({ profile: NAME, faults: { rateLimit } });
    const replies = [];
    for (let count = 0; count < 3; count++) replies.push(await post(simulator, plainBody()));
    expect(replies.map(({ status }) => status)).toEqual([429, 429, 200]);
    expect(replies[0]?.headers.get("retry-after")).toBe("7");
  });

  test("fails every third request", async () => {
    const simulator = await simulate({ profile: NAME, faults: { errorEvery: 3 } });
    const statuses = [];
    for (let count = 0; count < 6; count++) statuses.push((await post(simulator, plainBody())).status);
    expect(statuses).toEqual([200, 200, 500, 200, 200, 500]);
  });

  test("delays the first byte", async () => {
    const simulator = await simulate({ profile: NAME, faults: { firstByteDelayMs: 120 } });
    const startedAt = performance.now();
    await post(simulator, plainBody());
    expect(performance.now() - startedAt).toBeGreaterThan(110);
  });

  test("ends enforcement after some requests", async () => {
    const simulator = await simulate({ profile: NAME, faults: { stopEnforcingAfter: 1 } });
    const constrained = plainBody(openAiFormat(booleanSchema("k")));
    expect((await post(simulator, constrained)).content).toMatch(/^\{/);
    expect((await post(simulator, constrained)).content).not.toMatch(/\{/);
  });

  test("swaps the model after some requests", async () => {
    const simulator = await simulate({ profile: NAME, faults: { swapModelAfter: 1 } });
    const models = [
      (await post(simulator, plainBody())).json.model,
      (await post(simulator, plainBody())).json.model,
    ];
    expect(models).toEqual(["demo", "another-model"]);
  });

  test("takes the server away, and brings it back on the same port", async () => {
    const simulator = await simulate({ profile: NAME, faults: { restartAt: [2] } });
    expect((await post(simulator, plainBody())).status).toBe(200);
    await expect(post(simulator, plainBody())).rejects.toThrow();
    await expect(fetch(`${simulator.origin}/health`)).rejects.toThrow();
    await expect
      .poll(
        () =>
          fetch(`${simulator.origin}/health`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 3000 },
      )
      .toBe(200);
    expect((await post(simulator, plainBody())).status).toBe(200);
  });

  test("does not bring back a server that was closed meanwhile", async () => {
    const simulator = await simulate({ profile: NAME, faults: { restartAt: [1] } });
    await expect(post(simulator, plainBody())).rejects.toThrow();
    await simulator.close();
    await new Promise((resolve) => setTimeout(resolve, 400));
    await expect(fetch(`${simulator.origin}/health`)).rejects.toThrow();
  });
});

describe("loading", () => {
  test("is answered with 503 on every path by a server that loads at its start", async () => {
    const simulator = await simulate({ profile: NAME, faults: { loadMs: 250 } });
    const body = { error: { message: "Loading model", type: "unavailable_error", code: 503 } };
    const early = await post(simulator, plainBody());
    expect([early.status, early.json]).toEqual([503, body]);
    expect((await replyOf(await fetch(`${simulator.origin}/props`))).status).toBe(503);
    await expect.poll(async () => (await post(simulator, plainBody())).status, { timeout: 3000 }).toBe(200);
  });

  test("begins with the first request on a server that lets it wait", async () => {
    const simulator = await simulate({ profile: "ollama-2026-08", faults: { loadMs: 200 } });
    expect((await replyOf(await fetch(`${simulator.origin}/api/version`))).status).toBe(200);
    const startedAt = performance.now();
    const both = await Promise.all([post(simulator, plainBody()), post(simulator, plainBody())]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(performance.now() - startedAt).toBeGreaterThan(190);
    const again = performance.now();
    await post(simulator, plainBody());
    expect(performance.now() - again).toBeLessThan(150);
  });

  test("starts anew when the client that it was for hung up, also for one that still waits", async () => {
    const simulator = await simulate({ profile: "load_aborts_on_disconnect", faults: { loadMs: 300 } });
    const impatient = fetch(`${simulator.url}/chat/completions`, {
      method: "POST",
      body: JSON.stringify(plainBody()),
      signal: AbortSignal.timeout(200),
    });
    const startedAt = performance.now();
    const patient = post(simulator, plainBody());
    await expect(impatient).rejects.toThrow();
    expect((await patient).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(450);
  });
});

describe("a fault by name", () => {
  test.each(FAULT_NAMES)("%s has a usual amount and takes another", (name) => {
    expect(faultOf(name)).toEqual(FAULT_KINDS[name].faults(FAULT_KINDS[name].usual));
    expect(faultOf(`${name}=17`)).toEqual(FAULT_KINDS[name].faults(17));
  });

  test.each([
    ["nonsense", "unknown"],
    ["", "unknown"],
    ["toString", "unknown"],
    ["reset=", "bad_amount"],
    ["reset=0", "bad_amount"],
    ["reset=-1", "bad_amount"],
    ["reset=1.5", "bad_amount"],
    ["reset=two", "bad_amount"],
    ["reset=1=2", "bad_amount"],
    ["reset=9999999", "bad_amount"],
  ] as const)("%j is %s", (text, expected) => {
    expect(faultOf(text)).toBe(expected);
  });
});

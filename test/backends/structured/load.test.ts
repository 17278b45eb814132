import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { callStructured } from "../../../src/backends/structured/call-structured.ts";
import type { StructuredResult } from "../../../src/backends/structured/structured-call.ts";
import { type ScriptedServer, type SeenRequest, startServer } from "../../helpers/scripted-server.ts";
import { testWorld } from "../../helpers/test-world.ts";
import { capabilitiesOf, completion, SCHEMA, VALUE } from "./support.ts";

const RETRY = { attempts: 3, baseDelayMs: 8, maxDelayMs: 100 };
const GOOD = JSON.stringify(VALUE);

/** Which call a request belongs to: the test writes its number into the prompt. */
function numberOf({ json }: SeenRequest): number {
  return Number(/call (\d+)/.exec(JSON.stringify(json?.messages))?.[1]);
}

interface Load {
  readonly calls: number;
  readonly inFlight: number;
}

async function run(server: ScriptedServer, { calls, inFlight }: Load): Promise<readonly StructuredResult[]> {
  const world = testWorld();
  const capabilities = capabilitiesOf(server.url, ["openai_strict"]);
  const results: StructuredResult[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < calls) {
      const number = next;
      next += 1;
      results[number] = await callStructured({
        endpoint: server.url,
        model: "m",
        schema: SCHEMA,
        messages: [{ role: "user", content: `call ${number}` }],
        capabilities,
        world,
        retry: RETRY,
        timeoutMs: 20_000,
      });
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  await world.close();
  return results;
}

describe("a thousand calls, 64 at a time", () => {
  test("all end, none is sent more often than the policy says, and memory stays flat", async () => {
    let count = 0;
    const server = await startServer((_, response) => {
      count += 1;
      // A storm of 429 in the middle, and passing faults throughout.
      if (count > 400 && count < 500) return { status: 429, headers: { "retry-after-ms": "5" }, body: {} };
      if (count % 17 === 0) return { status: 503, body: { error: { message: "overloaded" } } };
      if (count % 23 === 0) {
        response.socket?.destroy();
        return undefined;
      }
      if (count % 29 === 0) {
        response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
        response.write('{"choices":[{"message":');
        setTimeout(() => response.socket?.destroy(), 1);
        return undefined;
      }
      return { body: completion(GOOD) };
    });
    await run(server, { calls: 100, inFlight: 64 });
    const before = process.memoryUsage().heapUsed;
    const first = server.requests.length;
    const results = await run(server, { calls: 1000, inFlight: 64 });
    const sent = new Map<number, number>();
    for (const request of server.requests.slice(first))
      sent.set(numberOf(request), (sent.get(numberOf(request)) ?? 0) + 1);

    expect(results.filter((each) => each !== undefined)).toHaveLength(1000);
    expect(Math.max(...sent.values())).toBeLessThanOrEqual(RETRY.attempts);
    expect(results.map((each) => each.attempts)).toEqual(results.map((_, number) => sent.get(number)));
    for (const each of results) {
      if (each.ok) expect(each).toMatchObject({ value: VALUE, rung: "json_schema" });
      else expect(each.error).toMatchObject({ kind: "request_failed" });
    }
    expect(results.filter((each) => each.ok).length).toBeGreaterThan(900);
    // The requests that the server keeps for this test are a good part of it.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 1024 * 1024);
  });

  test("a server that stops enforcing is noticed, and its calls go on at the floor", async () => {
    let count = 0;
    const server = await startServer(({ json }) => {
      count += 1;
      const isBound = json.response_format !== undefined && count <= 10;
      return { body: completion(isBound ? GOOD : `Sure!\n\`\`\`json\n${GOOD}\n\`\`\``) };
    });
    const results = await run(server, { calls: 200, inFlight: 8 });
    expect(results.map((each) => each.ok)).toEqual(results.map(() => true));
    expect(results.at(-1)).toMatchObject({ value: VALUE, repairRung: "fence" });
    const lost = results.flatMap((each) => each.warnings).filter((each) => each.code === "enforcement_lost");
    expect(lost.length).toBeGreaterThan(0);
  });

  test("a proxy that swaps models and breaks every third answer loses no call", async () => {
    let count = 0;
    const server = await startServer(() => {
      count += 1;
      return count % 3 === 0
        ? { status: 502, body: "<html>Bad Gateway</html>" }
        : { body: { ...completion(GOOD), model: `replica-${count % 2}` } };
    });
    const results = await run(server, { calls: 150, inFlight: 4 });
    expect(results.filter((each) => each.ok).length).toBeGreaterThan(130);
    for (const each of results) if (!each.ok) expect(each.error.class).toBe("transient");
  });
});

test("four callers that a serialising server turned away do not come back in lockstep", async () => {
  let busy = false;
  const arrivals = new Map<number, number[]>();
  const server = await startServer(async (request) => {
    const times = arrivals.get(numberOf(request)) ?? [];
    times.push(performance.now());
    arrivals.set(numberOf(request), times);
    if (busy) return { status: 503, body: { error: { message: "all slots are busy" } } };
    busy = true;
    await delay(60);
    busy = false;
    return { body: completion(GOOD) };
  });
  const world = testWorld();
  const waits: number[] = [];
  await Promise.all(
    [0, 1, 2, 3].map((number) =>
      callStructured({
        endpoint: server.url,
        model: "m",
        schema: SCHEMA,
        messages: [{ role: "user", content: `call ${number}` }],
        capabilities: capabilitiesOf(server.url, ["openai_strict"]),
        world,
        retry: { attempts: 6, baseDelayMs: 200, maxDelayMs: 1000 },
        onEvent: (event) => {
          if (event.type === "retry") waits.push(event.delayMs);
        },
      }),
    ),
  );
  await world.close();
  expect(waits.length).toBeGreaterThanOrEqual(3);
  expect(new Set(waits).size).toBeGreaterThan(waits.length / 2);
});

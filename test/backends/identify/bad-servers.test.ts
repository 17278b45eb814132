import { afterAll, describe, expect, test } from "vitest";
import { identify } from "../../../src/backends/identify/identify.ts";
import { startServer, startSocketServer } from "../../helpers/scripted-server.ts";
import { testWorld } from "../../helpers/test-world.ts";

const world = testWorld();

afterAll(async () => {
  await world.close();
});

const LIST = { object: "list", data: [{ id: "m", object: "model" }] };
const NOTHING = { kind: "generic", version: null, fingerprint: null, models: [], contextTokens: null };

describe("servers that answer badly", () => {
  test("nothing listens: unreachable, after one GET's refusal", async () => {
    const server = await startServer(() => undefined);
    await server.close();
    const identity = await identify({ endpoint: `${server.url}/v1`, get: world.get, timeoutMs: 3000 });
    expect(identity).toMatchObject({ ...NOTHING, reachable: false, modelsStatus: null, latencyMs: null });
    expect(identity.durationMs).toBeLessThan(2000);
  });

  test("it dies after the model list: what was seen stays", async () => {
    const server = await startServer(({ path }, response) => {
      if (path === "/v1/models") return { body: LIST };
      response.destroy();
      return undefined;
    });
    const identity = await identify({ endpoint: `${server.url}/v1`, get: world.get, timeoutMs: 3000 });
    expect(identity).toMatchObject({ kind: "generic", reachable: true, modelsStatus: 200 });
    expect(identity.models.map((each) => each.id)).toEqual(["m"]);
  });

  test.each([
    ["text that is no JSON", "{data: [}"],
    ["JSON of another shape", '{"data": {"id": 4}, "models": "none"}'],
    ["a list of no models", '{"data": [null, 4, "m", {"id": 7}, {"id": ""}, []]}'],
    ["an array", "[1, 2]"],
    ["null", "null"],
    ["invalid UTF-8", new Uint8Array([0xff, 0xfe, 0x7b, 0x80])],
    ["a web page", "<!doctype html><title>x</title>"],
  ])("every path answers %s: a generic server without models", async (_, body) => {
    const server = await startServer(() => ({ body }));
    const identity = await identify({ endpoint: `${server.url}/v1`, get: world.get, timeoutMs: 3000 });
    expect(identity).toMatchObject({ ...NOTHING, reachable: true, modelsStatus: 200 });
  });

  test("bodies without an end are given up, and the time holds", async () => {
    const server = await startSocketServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n");
      const chunk = " ".repeat(64 * 1024);
      const timer = setInterval(() => socket.write(chunk), 1);
      socket.on("close", () => clearInterval(timer));
    });
    const identity = await identify({ endpoint: `${server.url}/v1`, get: world.get, timeoutMs: 1500 });
    expect(identity).toMatchObject({ ...NOTHING, reachable: false });
    expect(identity.durationMs).toBeLessThan(2500);
  });

  test("paths that hang do not take longer than all the time given", async () => {
    const server = await startServer(({ path }) =>
      path === "/v1/models" ? { body: LIST } : new Promise(() => {}),
    );
    const identity = await identify({ endpoint: `${server.url}/v1`, get: world.get, timeoutMs: 700 });
    expect(identity).toMatchObject({ kind: "generic", reachable: true, modelsStatus: 200 });
    expect(identity.durationMs).toBeLessThan(1200);
  });

  test("one hanging path does not keep a kind from being told", async () => {
    const server = await startServer(({ path }) => {
      if (path === "/v1/models") return { body: LIST };
      if (path === "/api/extra/version") return { body: { result: "KoboldCpp", version: "1.90" } };
      return new Promise(() => {});
    });
    const identity = await identify({ endpoint: `${server.url}/v1`, get: world.get, timeoutMs: 3000 });
    expect(identity).toMatchObject({ kind: "koboldcpp", version: "1.90" });
  });

  test("a model list that takes seconds is waited for", async () => {
    const server = await startServer(async ({ path }) => {
      if (path !== "/v1/models") return { status: 404, body: "" };
      await new Promise((resolve) => setTimeout(resolve, 2300));
      return { body: LIST };
    });
    const identity = await identify({ endpoint: `${server.url}/v1`, get: world.get, timeoutMs: 4000 });
    expect(identity).toMatchObject({ reachable: true, modelsStatus: 200 });
    expect(identity.latencyMs).toBeGreaterThan(2000);
  });

  test("the caller's signal ends it", async () => {
    const server = await startServer(() => new Promise(() => {}));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const identity = await identify({
      endpoint: `${server.url}/v1`,
      get: world.get,
      timeoutMs: 5000,
      signal: controller.signal,
    });
    expect(identity.reachable).toBe(false);
    expect(identity.durationMs).toBeLessThan(2000);
  });

  test("redirects are not followed, so no key goes to another host", async () => {
    const other = await startServer(() => ({ body: LIST }));
    const server = await startServer(({ path }) => ({
      status: 307,
      headers: { location: `${other.url}${path}` },
    }));
    const identity = await identify({
      endpoint: `${server.url}/v1`,
      get: world.get,
      timeoutMs: 3000,
      apiKey: "sk-abcdefgh",
    });
    expect(identity).toMatchObject({ ...NOTHING, reachable: true, modelsStatus: 307 });
    expect(other.requests).toEqual([]);
  });
});

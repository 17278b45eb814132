import { describe, expect, test } from "vitest";
import type { Get } from "../../../src/backends/transport/completion.ts";
import { lightGet } from "../../../src/backends/transport/light-get.ts";
import { startServer, startSocketServer } from "../../helpers/scripted-server.ts";
import { transportForTest } from "./send.ts";

const GETS: readonly (readonly [string, () => Get])[] = [
  ["over the pool", () => transportForTest().get],
  ["in the light way", () => lightGet],
];

describe.each(GETS)("a GET %s", (_, getter) => {
  test("gives status, headers, text and JSON, whatever the status is", async () => {
    const server = await startServer(({ path }) =>
      path === "/v1/models"
        ? { body: { data: [] } }
        : { status: 404, headers: { "X-A": "b" }, body: "404 page not found" },
    );
    const get = getter();
    const models = await get(`${server.url}/v1/models`, { apiKey: "sk-abcdefgh", timeoutMs: 5000 });
    expect(models).toMatchObject({ ok: true, status: 200, json: { data: [] }, text: '{"data":[]}' });
    const missing = await get(`${server.url}/x`, { timeoutMs: 5000 });
    expect(missing).toMatchObject({
      ok: true,
      status: 404,
      headers: { "x-a": "b" },
      text: "404 page not found",
    });
    expect((missing as { json: unknown }).json).toBeUndefined();
    expect(server.requests.map(({ method, headers }) => [method, headers["authorization"]])).toEqual([
      ["GET", "Bearer sk-abcdefgh"],
      ["GET", undefined],
    ]);
  });

  test("has a deadline for the head and for the body", async () => {
    for (const sent of ["", "HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf"]) {
      const server = await startSocketServer((socket) => void socket.write(sent));
      const reply = await getter()(server.url, { timeoutMs: 100 });
      expect(reply).toMatchObject({ ok: false, failure: { context: { local_timeout: true } } });
      expect(reply.durationMs).toBeLessThan(2000);
    }
  });

  test("has a cap on the size", async () => {
    const server = await startServer(() => ({ body: "x".repeat(100_000) }));
    const reply = await getter()(server.url, { timeoutMs: 5000, maxResponseBytes: 5000 });
    expect(reply).toMatchObject({
      ok: false,
      failure: { error: [{ message: expect.stringMatching(/larger than/) }] },
    });
  });

  test("ends when the caller cancels", async () => {
    const server = await startSocketServer(() => {});
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    const reply = await getter()(server.url, { timeoutMs: 5000, signal: controller.signal });
    expect(reply).toMatchObject({ ok: false, failure: { context: { local_abort: true } } });
  });

  test("ends when the connection breaks in the body", async () => {
    const server = await startSocketServer((socket) =>
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf"),
    );
    expect(await getter()(server.url, { timeoutMs: 5000 })).toMatchObject({ ok: false });
  });

  test("never throws for an address that is none", async () => {
    for (const url of ["", "nonsense", "ftp://127.0.0.1/", "http://127.0.0.1:1/"])
      expect(await getter()(url, { timeoutMs: 2000 })).toMatchObject({ ok: false });
  });
});

describe("a GET over a kept connection", () => {
  test("is sent once more over a new one where the server had closed it", async () => {
    const used = new Set<number>();
    const server = await startServer(({ connection }, response) => {
      if (!used.has(connection)) {
        used.add(connection);
        return { body: { n: used.size } };
      }
      response.destroy();
      return undefined;
    });
    const { get } = transportForTest();
    const numbers: unknown[] = [];
    for (let at = 0; at < 3; at += 1) {
      const reply = await get(server.url, { timeoutMs: 5000 });
      numbers.push(reply.ok ? reply.json : reply.failure);
    }
    expect(numbers).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    // At least one of them met a connection that was closed under it.
    expect(server.requests.length).toBeGreaterThan(numbers.length);
  });

  test("is sent twice and no more to a server that always breaks off", async () => {
    const server = await startServer((_, response) => void response.destroy());
    const { get } = transportForTest();
    expect(await get(server.url, { timeoutMs: 5000 })).toMatchObject({ ok: false });
    expect(server.requests).toHaveLength(2);
  });
});

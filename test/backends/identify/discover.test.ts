import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { discover, USUAL_PORTS } from "../../../src/backends/identify/discover.ts";
import type { Get } from "../../../src/backends/transport/completion.ts";
import { loadRecording, startReplay } from "../../helpers/replay-server.ts";
import { type ScriptedAnswer, startServer } from "../../helpers/scripted-server.ts";
import { testWorld } from "../../helpers/test-world.ts";
import { loadFixture, serveFixture } from "./fixture-server.ts";

const world = testWorld();

afterAll(async () => {
  await world.close();
});

const kinds = (found: Awaited<ReturnType<typeof discover>>): readonly string[] =>
  found.map((each) => each.identity.kind);

describe("servers on this machine", () => {
  test("all that answer are told, by GETs alone, the best first", async () => {
    const servers = await Promise.all([
      serveFixture(loadFixture("llamacpp-loading")),
      serveFixture(loadFixture("vllm-wants-key")),
      serveFixture(loadFixture("llama_cpp_python-0.3.35")),
      serveFixture(loadFixture("litellm-1.108.7-without-key")),
      startServer(() => ({ body: { object: "list", data: [{ id: "m" }] } })),
      serveFixture(loadFixture("lmstudio-0.3.6-without-owners")),
      startReplay(loadRecording("ollama-2026-08-gemma270m")),
      startReplay(loadRecording("llamacpp-b11434-gemma270m")),
    ]);
    const found = await discover({
      get: world.get,
      timeoutMs: 2000,
      ports: servers.map((each) => each.port),
    });
    expect(kinds(found)).toEqual([
      // A model is loaded, in the order of the presets.
      "llamacpp",
      "ollama",
      // Lists models, loaded or not.
      "llama_cpp_python",
      "lmstudio",
      "generic",
      // Cannot be used yet.
      "vllm",
      "llamacpp",
      "litellm",
    ]);
    expect(found[0]!.endpoint).toBe(`http://127.0.0.1:${servers[7]!.port}/v1`);
    const methods = servers.flatMap((each) => each.requests.map((request) => request.method));
    expect(new Set(methods)).toEqual(new Set(["GET"]));
  });

  test("a server that answers after the others does not hold them up beyond the timeout", async () => {
    const slow = await startServer(() => new Promise(() => {}));
    const good = await startReplay(loadRecording("vllm-0.20.0-noise"));
    const startedAt = performance.now();
    const found = await discover({ get: world.get, timeoutMs: 300, ports: [slow.port, good.port] });
    expect(kinds(found)).toEqual(["vllm"]);
    expect(performance.now() - startedAt).toBeLessThan(2500);
  });

  const others: readonly (readonly [string, ScriptedAnswer])[] = [
    ["macOS AirPlay (403, nothing said)", { status: 403, headers: { server: "AirTunes/860.7.1" }, body: "" }],
    ["a development server's login (401)", { status: 401, body: { error: "unauthorized" } }],
    ["Jenkins (403, a page)", { status: 403, headers: { "content-type": "text/html" }, body: "<html>" }],
    ["a gateway without a server (503)", { status: 503, headers: { server: "nginx" }, body: "<html>" }],
    ["a web page for everything", { headers: { "content-type": "text/html" }, body: "<!doctype html>" }],
    ["an empty answer to everything", { body: "" }],
    ["JSON of its own", { body: { status: "up" } }],
    ["an application's error (500)", { status: 500, body: { error: { message: "boom" } } }],
    ["404", { status: 404, body: "404 page not found" }],
  ];
  test.each(others)("%s is no model server", async (_, answer) => {
    const server = await startServer(() => answer);
    expect(await discover({ get: world.get, timeoutMs: 2000, ports: [server.port] })).toEqual([]);
  });

  test.each([
    ["an error object", { error: { message: "API key required", type: "authentication_error" } }],
    ["a detail", { detail: "Invalid API key" }],
  ])("an unknown server that asks for a key with %s is one", async (_, body) => {
    const server = await startServer(() => ({ status: 401, body }));
    const found = await discover({ get: world.get, timeoutMs: 2000, ports: [server.port] });
    expect(found.map((each) => [each.identity.kind, each.identity.modelsStatus])).toEqual([["generic", 401]]);
  });

  test("nothing listens: nothing is found, at once", async () => {
    const server = await startServer(() => undefined);
    await server.close();
    const startedAt = performance.now();
    expect(await discover({ get: world.get, timeoutMs: 3000, ports: [server.port] })).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });
});

describe("loopback addresses", () => {
  const LIST = JSON.stringify({ object: "list", data: [{ id: "six", owned_by: "llamacpp" }] });

  /** Listens where it is told; `null` where the machine has no such address. */
  async function listenOn(host: string, port: number, body: string): Promise<number | null> {
    const server = createServer((request, response) => {
      response.writeHead(request.url === "/v1/models" ? 200 : 404, { "content-type": "application/json" });
      response.end(request.url === "/v1/models" ? body : "{}");
    });
    onTestFinished(() => new Promise((resolve) => void server.close(() => resolve(undefined))));
    return new Promise((resolve) => {
      server.once("error", () => resolve(null));
      server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
    });
  }

  test("a server on ::1 alone is found there", async (context) => {
    const port = await listenOn("::1", 0, LIST);
    if (port === null) return context.skip("no IPv6 loopback here");
    const found = await discover({ get: world.get, timeoutMs: 2000, ports: [port] });
    expect(found.map((each) => each.endpoint)).toEqual([`http://[::1]:${port}/v1`]);
  });

  test("one server on both is listed once, two different ones twice", async (context) => {
    const same = await listenOn("127.0.0.1", 0, LIST);
    if ((await listenOn("::1", same!, LIST)) === null) return context.skip("no IPv6 loopback here");
    const two = await listenOn("127.0.0.1", 0, LIST.replace("six", "four"));
    await listenOn("::1", two!, LIST);
    const found = await discover({ get: world.get, timeoutMs: 2000, ports: [same!, two!] });
    expect(found.map((each) => [each.endpoint, each.identity.models.map(({ id }) => id)]).sort()).toEqual(
      [
        [`http://127.0.0.1:${same}/v1`, ["six"]],
        [`http://127.0.0.1:${two}/v1`, ["four"]],
        [`http://[::1]:${two}/v1`, ["six"]],
      ].sort(),
    );
  });
});

describe("the usual ports", () => {
  test("are those of every local provider and llama.cpp's new one, each asked on both loopback addresses", async () => {
    expect([...USUAL_PORTS].sort((a, b) => a - b)).toEqual([
      1234, 1337, 2242, 3000, 4000, 5000, 5001, 8000, 8080, 9931, 11_434, 23_333, 30_000,
    ]);
    const asked: string[] = [];
    const get: Get = async (url) => {
      asked.push(url);
      return { ok: false, failure: { error: [{ name: "Error", message: "refused" }] }, durationMs: 0 };
    };
    expect(await discover({ get, timeoutMs: 10 })).toEqual([]);
    expect(asked.length).toBe(2 * USUAL_PORTS.length);
    expect(asked.every((url) => /^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+\/v1\/models$/.test(url))).toBe(true);
  });
});

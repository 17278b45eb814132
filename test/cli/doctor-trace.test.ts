import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ExchangeRecord } from "../../src/backends/transport/exchange-record.ts";
import { startSimulator } from "../../src/simulator/start-simulator.ts";
import { completionBody, type ScriptedServer, startServer } from "../helpers/scripted-server.ts";
import { moment, newHome } from "./prompt-server.ts";

const KEY = "sk-trace-4711-secret";

function recordsOf(file: string): ExchangeRecord[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** A server that sends back the key that it gets, as careless proxies do. */
async function echoingServer(): Promise<ScriptedServer> {
  return await startServer(({ method, headers }) => {
    const key = headers["authorization"] ?? "none";
    return method === "GET"
      ? { headers: { "set-cookie": "session=1", "x-seen": key }, body: { data: [{ id: "m" }], seen: key } }
      : { body: completionBody(`You are ${key}.`) };
  });
}

describe("the trace of doctor", () => {
  test("has one line for each request that the server saw, with what was sent and what came back", async () => {
    const server = await startSimulator({ profile: "llamacpp-b11434" });
    try {
      const home = newHome();
      const target = ["--endpoint", server.url, "--model", "demo"];
      const { code, stderr, stdout } = await home.run([
        "doctor",
        ...target,
        "--json",
        "--trace",
        "new/wire.jsonl",
      ]);
      const file = join(home.folder, "new", "wire.jsonl");
      const records = recordsOf(file);
      expect(code).toBe(0);
      expect(JSON.parse(stdout).connection.rung).toBe("json_schema");
      expect(stderr).toContain(`trace of ${records.length} requests written to new/wire.jsonl`);
      expect(records.map(({ method, url }) => [method, new URL(url).pathname])).toEqual(
        server.requests.map(({ method, path }) => [method, path]),
      );
      for (const { method, request, status, response, error } of records) {
        expect([status, error]).toEqual([200, null]);
        expect(() => JSON.parse(response ?? "")).not.toThrow();
        if (method === "POST") expect(JSON.parse(request ?? "")).toMatchObject({ model: "demo" });
        else expect(request).toBeNull();
      }
      expect(statSync(file).mode & 0o777).toBe(0o600);
    } finally {
      await server.close();
    }
  });

  test("never holds the key or a cookie, even where the server sends the key back", async () => {
    const server = await echoingServer();
    const home = newHome();
    const target = ["--endpoint", `${server.url}/v1`, "--model", "m", "--api-key-env", "TRACE_KEY"];
    await home.run(["doctor", ...target, "--trace", "wire.jsonl"], { env: { TRACE_KEY: KEY } });
    expect(server.requests.some(({ headers }) => headers["authorization"] === `Bearer ${KEY}`)).toBe(true);
    const text = readFileSync(join(home.folder, "wire.jsonl"), "utf8");
    expect(text).toContain("Bearer [key]");
    expect(text).not.toContain(KEY);
    expect(text).not.toContain("session=1");
  });

  test("tells why no answer came", async () => {
    const server = await startServer((_, response) => {
      response.socket?.destroy();
      return undefined;
    });
    const home = newHome();
    const target = ["--endpoint", `${server.url}/v1`, "--model", "m"];
    const { code } = await home.run(["doctor", ...target, "--trace", "wire.jsonl"]);
    expect(code).toBe(3);
    const [first] = recordsOf(join(home.folder, "wire.jsonl"));
    expect(first).toMatchObject({ method: "GET", status: null, response: null });
    expect(first?.error?.length).toBeGreaterThan(0);
  });

  test("keeps what was seen before Ctrl-C, and replaces an older trace", async () => {
    const asked = moment();
    const server = await startServer(({ method }) => {
      if (method === "GET") return { body: { data: [{ id: "m" }] } };
      asked.reach();
      return undefined;
    });
    const home = newHome();
    const file = join(home.folder, "wire.jsonl");
    writeFileSync(file, "old\n");
    const target = ["--endpoint", `${server.url}/v1`, "--model", "m"];
    const { child, ended } = home.start(["doctor", ...target, "--trace", "wire.jsonl"]);
    await asked.reached;
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
    const records = recordsOf(file);
    expect(records[0]).toMatchObject({ method: "GET", status: 200 });
    expect(records.at(-1)).toMatchObject({ method: "POST", status: null });
  });

  test("that cannot be written is refused before anything is sent", async () => {
    const server = await echoingServer();
    const home = newHome();
    const target = ["--endpoint", `${server.url}/v1`, "--model", "m"];
    const { code, stderr } = await home.run(["doctor", ...target, "--trace", "."]);
    expect([code, server.requests.length]).toEqual([2, 0]);
    expect(stderr).toContain("the trace cannot be written to . (EISDIR)");
  });

  test("of the demonstration lands where the command was given, as its report does", async () => {
    const home = newHome();
    const { code } = await home.run(["doctor", "--demo", "--output", "report.txt", "--trace", "wire.jsonl"]);
    expect(code).toBe(0);
    expect(existsSync(join(home.folder, "report.txt"))).toBe(true);
    expect(recordsOf(join(home.folder, "wire.jsonl")).length).toBeGreaterThan(3);
  });

  test.skipIf(!existsSync("/dev/full"))("whose disk fills up does not fail the run", async () => {
    const home = newHome();
    const { code, stderr } = await home.run(["doctor", "--demo", "--trace", "/dev/full"]);
    expect(code).toBe(0);
    expect(stderr).toContain("warning: the trace in /dev/full ends after 0 requests (ENOSPC)");
  });
});

import { getEventListeners } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { classify } from "../../../src/backends/classify/classify.ts";
import { completionBody, startServer, startSocketServer } from "../../helpers/scripted-server.ts";
import { completionOf, failureOf, type Sending, send, transportForTest } from "./send.ts";

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const STREAM_HEAD = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A TLS server with a certificate that nobody trusts. */
async function tlsServer(): Promise<number> {
  const read = (name: string): Buffer => readFileSync(`test/fixtures/tls/self-signed.${name}`);
  const server = createTlsServer({ key: read("key"), cert: read("crt") }, (_, response) =>
    response.end("{}"),
  );
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

interface Broken {
  readonly name: string;
  readonly onHead: (socket: Socket) => void;
  readonly reason: RegExp;
  readonly class?: string;
}

const BROKEN: readonly Broken[] = [
  { name: "closed before an answer", onHead: (socket) => socket.end(), reason: /connection broke/ },
  {
    name: "reset before an answer",
    onHead: (socket) => socket.resetAndDestroy(),
    reason: /connection broke/,
  },
  {
    name: "closed in the middle of the body",
    onHead: (socket) => socket.end(`${HEAD}content-length: 500\r\n\r\n{"choices": [`),
    reason: /connection broke|arrive whole/,
  },
  {
    name: "reset in the middle of the body",
    onHead: (socket) =>
      socket.write(`${HEAD}content-length: 500\r\n\r\n{"choi`, () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      ),
    reason: /connection broke/,
  },
  {
    name: "a body that is delimited by the end of the connection, cut off",
    onHead: (socket) => socket.end(`${HEAD}connection: close\r\n\r\n{"choices": [{"message": {"con`),
    reason: /empty or was cut off/,
  },
  {
    name: "something that does not speak HTTP",
    onHead: (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"),
    reason: /does not speak HTTP/,
    class: "permanent",
  },
  {
    name: "a body that is no gzip",
    onHead: (socket) => socket.end(`${HEAD}content-encoding: gzip\r\ncontent-length: 8\r\n\r\nnot gzip`),
    reason: /arrive whole/,
  },
  {
    name: "a stream that is reset",
    onHead: (socket) =>
      socket.write(`${STREAM_HEAD}data: {"choices":[{"delta":{"content":"a"}}]}\n\n`, () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      ),
    reason: /connection broke|ended before it was finished/,
  },
];

describe("a connection that breaks", () => {
  test.each(BROKEN)("$name", async ({ onHead, reason, class: failureClass = "transient" }) => {
    const server = await startSocketServer(onHead);
    const { class: seen, reason: why } = classify(failureOf(await send(server)));
    expect(seen).toBe(failureClass);
    expect(why).toMatch(reason);
  });

  test("nothing listens there", async () => {
    const failure = failureOf(await send({ url: `http://127.0.0.1:${await closedPort()}` }));
    expect(failure).toMatchObject({ error: [{ code: "ECONNREFUSED" }] });
    expect(classify(failure)).toMatchObject({
      class: "transient",
      reason: expect.stringMatching(/nothing listens/),
    });
  });

  test("localhost, closed on each of its addresses, is named with the address", async () => {
    const failure = failureOf(await send({ url: `http://localhost:${await closedPort()}` }));
    expect(classify(failure)).toMatchObject({
      class: "transient",
      serverMessage: expect.stringMatching(/127\.0\.0\.1|::1/),
    });
  });

  test("a name that no name server knows", async () => {
    const failure = failureOf(await send({ url: "http://no-such-host.invalid" }, { totalTimeoutMs: 20_000 }));
    expect(classify(failure)).toMatchObject({ class: "transient" });
  });

  test("a certificate that is not trusted", async () => {
    const failure = failureOf(await send({ url: `https://127.0.0.1:${await tlsServer()}` }));
    expect(classify(failure)).toMatchObject({
      class: "permanent",
      reason: expect.stringMatching(/certificate/),
    });
  });

  test("http to a server that speaks TLS", async () => {
    const failure = failureOf(await send({ url: `http://127.0.0.1:${await tlsServer()}` }));
    expect(["transient", "permanent"]).toContain(classify(failure).class);
  });

  test("https to a server that speaks plain http", async () => {
    const server = await startServer(() => ({ body: completionBody("x") }));
    const failure = failureOf(await send({ url: server.url.replace("http:", "https:") }));
    expect(classify(failure)).toMatchObject({
      class: "permanent",
      reason: expect.stringMatching(/plain http/),
    });
  });

  test("what is no URL, or one with a password in it", async () => {
    for (const url of ["localhost:11434", "", "ftp://127.0.0.1", "http://me:secretword@127.0.0.1"]) {
      const failure = failureOf(await send({ url }));
      expect(classify(failure).class).toBe("permanent");
      expect(JSON.stringify(failure)).not.toContain("secretword");
    }
  });
});

describe("an answer that does not end", () => {
  const DEADLINES: readonly (readonly [string, (socket: Socket) => void, Sending, RegExp])[] = [
    ["not even a head comes", () => {}, { firstByteTimeoutMs: 80 }, /no answer began within 80 ms/],
    ["nothing within the time for all", () => {}, { totalTimeoutMs: 80 }, /no .*answer .*within 80 ms/],
    [
      "half a body, then silence",
      (socket) => void socket.write(`${HEAD}content-length: 500\r\n\r\n{`),
      { totalTimeoutMs: 120, firstByteTimeoutMs: 5000 },
      /no complete answer within 120 ms/,
    ],
    [
      "a stream that goes on and on",
      (socket) => {
        socket.write(STREAM_HEAD);
        const timer = setInterval(
          () => socket.write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n'),
          10,
        );
        socket.on("close", () => clearInterval(timer));
      },
      { totalTimeoutMs: 150 },
      /no complete answer within 150 ms/,
    ],
  ];
  test.each(DEADLINES)("ends at a deadline of ours: %s", async (_, onHead, options, message) => {
    const server = await startSocketServer(onHead);
    const reply = await send(server, options);
    const failure = failureOf(reply);
    expect(failure).toMatchObject({ context: { local_timeout: true }, error: [{ name: "TimeoutError" }] });
    expect((failure as { error: { message: string }[] }).error[0]!.message).toMatch(message);
    expect(classify(failure)).toMatchObject({ class: "transient" });
    expect((reply as { durationMs: number }).durationMs).toBeLessThan(2000);
  });

  test("ends when TLS is never answered: the time to connect has its own limit", async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const failure = failureOf(await send({ url }, { connectTimeoutMs: 100, totalTimeoutMs: 20_000 }));
    expect(failure).toMatchObject({ error: [{ code: "UND_ERR_CONNECT_TIMEOUT" }] });
  });

  test("ends when silence lasts too long", async () => {
    const server = await startSocketServer((socket) => void socket.write(STREAM_HEAD));
    const failure = failureOf(await send(server, { idleTimeoutMs: 300 }));
    expect(classify(failure)).toMatchObject({ class: "transient", reason: "the server went silent" });
  });

  test("is kept alive by comments", async () => {
    const server = await startSocketServer((socket) => {
      socket.write(STREAM_HEAD);
      const timer = setInterval(() => socket.write(": keepalive\n\n"), 200);
      setTimeout(() => {
        clearInterval(timer);
        socket.end('data: {"choices":[{"delta":{"content":"late"},"finish_reason":"stop"}]}\n\n');
      }, 3200);
    });
    expect(completionOf(await send(server, { idleTimeoutMs: 1200 })).content).toBe("late");
  });

  const ENDLESS: readonly (readonly [string, string])[] = [
    ["a body", HEAD],
    ["a stream of comments", STREAM_HEAD.slice(0, -2)],
  ];
  test.each(ENDLESS)("ends at the cap on its size: %s", async (_, head) => {
    const server = await startSocketServer((socket) => {
      socket.write(`${head}\r\n`);
      const pump = (): void => {
        while (!socket.destroyed && socket.write(`: ${"x".repeat(4000)}\n`));
      };
      socket.on("drain", pump);
      pump();
    });
    const failure = failureOf(await send(server, { maxResponseBytes: 200_000 }));
    expect(failure).toMatchObject({ error: [{ code: "SLMCODE_RESPONSE_TOO_LARGE" }] });
    expect(classify(failure)).toMatchObject({ class: "permanent", worthRetrying: false });
  });

  test("ends when the caller cancels, before, during the wait, and in the stream", async () => {
    const server = await startSocketServer((socket) => {
      socket.write(STREAM_HEAD);
      socket.write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n');
    });
    const early = AbortSignal.abort();
    const soon = new AbortController();
    setTimeout(() => soon.abort("text, not an Error"), 40);
    const inStream = new AbortController();
    const onDelta = (): undefined => void inStream.abort(new Error("mine"));
    const replies = await Promise.all([
      send(server, { signal: early }),
      send(server, { signal: soon.signal }),
      send(server, { signal: inStream.signal, onDelta }),
    ]);
    for (const reply of replies) {
      const failure = failureOf(reply);
      expect(failure).toMatchObject({ context: { local_abort: true } });
      expect(classify(failure)).toMatchObject({ class: "canceled", worthRetrying: false });
    }
  });
});

test("a compressed answer is read, though none was asked for", async () => {
  const { gzipSync, brotliCompressSync, deflateSync } = await import("node:zlib");
  for (const [name, compress] of [
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
  ] as const) {
    const body = compress(JSON.stringify(completionBody("packed")));
    const server = await startServer(() => ({ headers: { "content-encoding": name }, body }));
    expect(completionOf(await send(server)).content).toBe("packed");
    expect(server.requests[0]!.headers["accept-encoding"]).toBe("identity");
  }
});

test("the cap counts what a compressed answer unpacks to", async () => {
  const { gzipSync } = await import("node:zlib");
  const server = await startServer(() => ({
    headers: { "content-encoding": "gzip" },
    body: gzipSync(Buffer.alloc(30_000_000)),
  }));
  expect(failureOf(await send(server))).toMatchObject({ error: [{ code: "SLMCODE_RESPONSE_TOO_LARGE" }] });
});

test("connections are reused, and a fresh one is made where it is asked for", async () => {
  const server = await startServer(() => ({ body: completionBody("x") }));
  const transport = transportForTest();
  for (let index = 0; index < 4; index += 1) await send(server, { transport });
  const pooled = new Set(server.requests.map(({ connection }) => connection));
  expect(pooled.size).toBeLessThanOrEqual(2);
  await send(server, { transport, freshConnection: true });
  expect(pooled.has(server.requests.at(-1)!.connection)).toBe(false);
});

test("many requests of one signal leave no listeners behind and no warning", async () => {
  const server = await startServer(() => ({ body: completionBody("x") }));
  const transport = transportForTest();
  const { signal } = new AbortController();
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on("warning", onWarning);
  onTestFinished(() => void process.off("warning", onWarning));
  await Promise.all(Array.from({ length: 40 }, () => send(server, { transport, signal })));
  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(warnings).toEqual([]);
});

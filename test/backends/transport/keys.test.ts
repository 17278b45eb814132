import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classify } from "../../../src/backends/classify/classify.ts";
import { lightGet } from "../../../src/backends/transport/light-get.ts";
import { withoutKey } from "../../../src/backends/transport/without-key.ts";
import { type Handler, startServer, startSocketServer } from "../../helpers/scripted-server.ts";
import { failureOf, send, transportForTest } from "./send.ts";

/** Ways in which a server sends a key back. */
const ECHOES: readonly (readonly [string, Handler])[] = [
  [
    "in a sentence",
    ({ headers }) => ({ status: 401, body: { error: { message: `bad key ${headers["authorization"]}` } } }),
  ],
  ["as plain text", ({ headers }) => ({ status: 401, body: `refused: ${headers["authorization"]}` })],
  [
    "in JSON in a string",
    ({ headers }) => ({ status: 400, body: { error: JSON.stringify({ seen: headers }) } }),
  ],
  [
    "in a header",
    ({ headers }) => ({ status: 500, headers: { "x-seen": String(headers["authorization"]) }, body: "" }),
  ],
  ["in a 200", ({ headers }) => ({ body: { error: { message: headers["authorization"] } } })],
  [
    "as the name of a field",
    ({ headers }) => ({ status: 400, body: { [String(headers["authorization"])]: 1 } }),
  ],
  [
    "in a web page",
    ({ headers }) => ({ status: 403, body: `<html><title>${headers["authorization"]}</title>` }),
  ],
  [
    "in the target of a redirect",
    ({ headers }) => ({
      status: 307,
      headers: {
        location: `https://other.example/?key=${encodeURIComponent(String(headers["authorization"]))}`,
      },
    }),
  ],
  [
    "in a stream",
    ({ headers }) => ({
      headers: { "content-type": "text/event-stream" },
      body: `event: error\ndata: {"message":"${headers["authorization"]}"}\n\n`,
    }),
  ],
];

const keys = fc.stringMatching(/^[A-Za-z0-9!#$%&+./:;=?@^_~-]{8,40}$/);

describe("a key comes back in neither a failure nor its classification", () => {
  test.each(ECHOES)("echoed %s", async (_, handler) => {
    const server = await startServer(handler);
    const transport = transportForTest();
    await fc.assert(
      fc.asyncProperty(keys, async (apiKey) => {
        const failure = failureOf(await send(server, { transport, target: { apiKey } }));
        expect(JSON.stringify([failure, classify(failure)])).not.toContain(apiKey);
        const reply = await transport.get(`${server.url}/v1/models`, { apiKey, timeoutMs: 5000 });
        expect(JSON.stringify(reply)).not.toContain(apiKey);
        expect(
          JSON.stringify(await lightGet(`${server.url}/v1/models`, { apiKey, timeoutMs: 5000 })),
        ).not.toContain(apiKey);
      }),
      { numRuns: 15 },
    );
  });

  const UNSENDABLE = [
    "sk-line\nbreak-secret",
    "sk-carriage\r\nx: y-secret",
    "sk-curly\u201dsecret",
    " sk-blank secret",
    "sk-\u0000secret",
    "sk-ümlaut-secret",
  ];
  test.each(UNSENDABLE)("%j cannot be sent, which is said without naming any of it", async (apiKey) => {
    const server = await startServer(() => ({ body: {} }));
    const failure = failureOf(await send(server, { target: { apiKey } }));
    const get = await lightGet(server.url, { apiKey, timeoutMs: 5000 });
    expect(classify(failure)).toMatchObject({
      class: "permanent",
      scope: "auth",
      reason: "the key cannot be sent",
    });
    expect(JSON.stringify([failure, classify(failure), get])).not.toContain("secret");
    expect(get.ok).toBe(false);
    expect(server.requests).toEqual([]);
  });

  test("a placeholder is no secret, and words that look like it stay readable", () => {
    expect(withoutKey("Ollama is running: ollama pull x", "ollama")).toBe("Ollama is running: ollama pull x");
    expect(withoutKey("no such thing", "no")).toBe("no such thing");
    expect(withoutKey('{"a":"x\\"yzw"}', 'x"yzw')).toBe('{"a":"[key]"}');
    expect(withoutKey("?k=a%2Fb%2Fc", "a/b/c")).toBe("?k=[key]");
  });
});

describe("a redirect", () => {
  test.each([301, 302, 307, 308])(
    "of status %i is not followed, by no request and with no key",
    async (status) => {
      const other = await startServer(() => ({ body: {} }));
      const server = await startServer(() => ({
        status,
        headers: { location: `${other.url.replace("//", "//me:secretword@")}/v1?token=secretword` },
      }));
      const failure = failureOf(await send(server, { target: { apiKey: "sk-abcdefgh" } }));
      const { class: failureClass, reason } = classify(failure);
      expect(failureClass).toBe("permanent");
      expect(reason).toContain(`redirects to ${other.url}/v1`);
      expect(reason).not.toContain("secretword");
      const get = await transportForTest().get(`${server.url}/v1/models`, {
        apiKey: "sk-abcdefgh",
        timeoutMs: 5000,
      });
      expect(get).toMatchObject({ ok: true, status });
      expect(other.requests).toEqual([]);
    },
  );

  test("without a target is told as well", async () => {
    const server = await startServer(() => ({ status: 302 }));
    expect(classify(failureOf(await send(server)))).toMatchObject({
      class: "permanent",
      reason: "the server redirects",
    });
  });
});

test("proxy variables are not obeyed", async () => {
  const proxy = await startSocketServer((socket) => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
  const server = await startServer(() => ({ status: 418, body: "mine" }));
  const before = { ...process.env };
  Object.assign(process.env, {
    HTTP_PROXY: proxy.url,
    http_proxy: proxy.url,
    ALL_PROXY: proxy.url,
    NODE_USE_ENV_PROXY: "1",
  });
  try {
    expect(failureOf(await send(server))).toMatchObject({ status: 418, body: "mine" });
  } finally {
    process.env = before;
  }
});

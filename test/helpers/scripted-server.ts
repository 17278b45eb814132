import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** One request as it came in, whole. */
export interface SeenRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body as JSON; `undefined` where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape.
  readonly json: any;
  /** Which connection it came over, counted from 1. */
  readonly connection: number;
}

/** An answer in short form. */
export interface ScriptedAnswer {
  /** @default 200 */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes go out as they are, anything else as JSON. */
  readonly body?: unknown;
}

/** Returns an answer in short form, or writes to `response` itself and returns nothing. */
export type Handler = (
  request: SeenRequest,
  response: ServerResponse,
) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>;

export interface ScriptedServer {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly SeenRequest[];
  readonly close: () => Promise<void>;
}

/** A real server on 127.0.0.1 that does what the handler says. Closed when the test is over. */
export async function startServer(handler: Handler): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const connections = new WeakMap<Socket, number>();
  let count = 0;
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming, connections.get(incoming.socket) ?? 0);
    requests.push(request);
    const answer = await handler(request, response);
    if (answer !== undefined) send(answer, response);
  });
  server.on("connection", (socket) => {
    count += 1;
    connections.set(socket, count);
  });
  const port = await listen(server);
  const close = closer(server, () => server.closeAllConnections());
  return { url: `http://127.0.0.1:${port}`, port, requests, close };
}

/** A server below HTTP: it is handed each socket and, once the request's head is there, what came so far. */
export async function startSocketServer(
  onHead: (socket: Socket, head: string) => void,
): Promise<Pick<ScriptedServer, "url" | "port" | "close">> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    let head = "";
    socket.on("data", (chunk) => {
      if (head.includes("\r\n\r\n")) return;
      head += chunk.toString("latin1");
      if (head.includes("\r\n\r\n")) onHead(socket, head);
    });
  });
  const port = await listen(server);
  const close = closer(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  return { url: `http://127.0.0.1:${port}`, port, close };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Closes once, however often it is called, and at the latest when the test is over (if it runs within one). */
function closer(server: Server, dropConnections: () => void): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= new Promise((resolve) => {
      server.close(() => resolve());
      dropConnections();
    });
    return closing;
  };
  try {
    onTestFinished(close);
  } catch {
    // Started outside of a test, in a hook: its owner closes it.
  }
  return close;
}

async function readRequest(incoming: IncomingMessage, connection: number): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  // A client that goes away while it sends is no error of the server's.
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {}
  const body = Buffer.concat(chunks).toString("utf8");
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers: Object.fromEntries(headers),
    body,
    json: jsonOf(body),
    connection,
  };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function send({ status = 200, headers = {}, body = "" }: ScriptedAnswer, response: ServerResponse): void {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  response.writeHead(status, { "content-type": isRaw ? "text/plain" : "application/json", ...headers });
  response.end(isRaw ? body : JSON.stringify(body));
}

/** The body of a plain completion, for answers that only have to be one. */
export function completionBody(content: string, more: object = {}): object {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "test-model",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    ...more,
  };
}

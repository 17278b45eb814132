import type { IncomingMessage, ServerResponse } from "node:http";
import type { JsonValue } from "../json-value.ts";

const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** The body as text; `null` when there is more than is kept (it is read to its end all the same, so that an answer can follow), or the client went away. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    return null;
  }
  return bytes > MAX_BODY_BYTES ? null : Buffer.concat(chunks).toString("utf8");
}

export interface Sent {
  readonly status: number;
  /** Text goes out as it is, anything else as JSON. */
  readonly body: JsonValue;
  readonly headers: Readonly<Record<string, string>>;
}

/** One whole answer, or the first half of it and then a broken connection. */
export function send(response: ServerResponse, { status, body, headers }: Sent, isBroken = false): void {
  if (response.destroyed || response.headersSent) return;
  const isText = typeof body === "string";
  const text = isText ? body : JSON.stringify(body);
  response.writeHead(status, {
    "content-type": isText ? "text/plain; charset=utf-8" : "application/json",
    "content-length": String(Buffer.byteLength(text)),
    ...headers,
  });
  if (!isBroken) {
    response.end(text);
    return;
  }
  response.write(text.slice(0, Math.ceil(text.length / 2)));
  // Later than the bytes leave, so that the client has seen half of an answer.
  setTimeout(() => response.socket?.destroy(), 10);
}

/** Server-sent events, all of them or half. */
export async function sendEvents(
  response: ServerResponse,
  events: readonly string[],
  { headers, isBroken }: { readonly headers: Readonly<Record<string, string>>; readonly isBroken: boolean },
): Promise<void> {
  if (response.destroyed) return;
  response.writeHead(200, { "content-type": "text/event-stream", ...headers });
  for (const [index, event] of events.entries()) {
    if (isBroken && index > events.length / 2) {
      response.socket?.destroy();
      return;
    }
    if (response.destroyed) return;
    response.write(event);
    if (index % 16 === 15) await delay(0);
  }
  response.end();
}

export function delay(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

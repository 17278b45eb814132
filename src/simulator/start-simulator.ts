import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../json-value.ts";
import { type Answer, answerTo, filled } from "./answer.ts";
import type { Faults } from "./faults.ts";
import { noiseModel, politeModel } from "./models.ts";
import type { Profile } from "./profile.ts";
import { profileOf } from "./profiles/index.ts";
import { seededRandom } from "./random.ts";
import { completionBody, completionStream } from "./render-answer.ts";

export interface SimulatorOptions {
  /** A profile's name, or one of your own. */
  readonly profile: string | Profile;
  /** @default 0: a free one */
  readonly port?: number;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** @default 1 */
  readonly seed?: number;
  /** `noise` writes random words, `polite` obeys what it reads. @default "noise" */
  readonly model?: "noise" | "polite";
  /** A key that requests must carry. */
  readonly apiKey?: string;
  readonly faults?: Faults;
  readonly onRequest?: (request: RecordedRequest) => void;
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: JsonValue | undefined;
  readonly status: number;
}

export interface Simulator {
  /** The base URL, with `/v1`. */
  readonly url: string;
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  readonly close: () => Promise<void>;
}

const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Serves a profile over HTTP. Bad input of any kind is answered, never a crash. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const profile = typeof options.profile === "string" ? profileOf(options.profile) : options.profile;
  const state = new SimulatorState(profile, options);
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    void state.handle(request, response, () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, options.host ?? "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://${options.host ?? "127.0.0.1"}:${port}`;
  return {
    url: `${origin}/v1`,
    origin,
    requests: state.requests,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
        if (!server.listening) resolve();
      }),
  };
}

class SimulatorState {
  readonly requests: RecordedRequest[] = [];
  readonly #profile: Profile;
  readonly #options: SimulatorOptions;
  readonly #random: () => number;
  readonly #cache = new Map<string, Answer>();
  #count = 0;
  #loadedAt: number | null = null;

  constructor(profile: Profile, options: SimulatorOptions) {
    this.#profile = profile;
    this.#options = options;
    this.#random = seededRandom(options.seed ?? 1);
  }

  async handle(request: IncomingMessage, response: ServerResponse, die: () => void): Promise<void> {
    response.on("error", () => {});
    const path = (request.url ?? "/").replace(/[?#].*$/, "");
    const text = await readBody(request);
    const body = text === null ? undefined : parseJson(text);
    const reply = (
      status: number,
      answer: JsonValue,
      headers: Readonly<Record<string, string>> = {},
    ): void => {
      this.#record({ method: request.method ?? "", path, body, status });
      send(response, { status, body: answer, headers: { ...this.#profile.headers, ...headers } });
    };
    if (text === null) return reply(413, { error: { message: "the body is too large" } });
    if (request.method === "GET") return this.#get(path, request, reply);
    if (!path.endsWith("/chat/completions") || request.method !== "POST")
      return reply(404, this.#profile.notFound.body, this.#profile.notFound.headers);
    if (!this.#mayPass(request)) return this.#unauthorized(reply);
    if (!isJsonObject(body))
      return reply(400, {
        error: { message: "the body is not a JSON object", type: "invalid_request_error" },
      });
    await this.#complete(body, { request, response, reply, die, path });
  }

  #get(path: string, request: IncomingMessage, reply: Reply): void {
    const { paths, notFound, models } = this.#profile;
    const known = Object.hasOwn(paths, path) ? paths[path] : undefined;
    if (path.endsWith("/models") && !this.#mayPass(request)) this.#unauthorized(reply);
    else if (known !== undefined) reply(known.status ?? 200, known.body, known.headers);
    else if (path === "/v1/models")
      reply(200, { object: "list", data: models.map((id) => ({ id, object: "model" })) });
    else reply(notFound.status ?? 404, notFound.body, notFound.headers);
  }

  async #complete(
    body: JsonObject,
    {
      request,
      response,
      reply,
      die,
      path,
    }: { request: IncomingMessage; response: ServerResponse; reply: Reply; die: () => void; path: string },
  ): Promise<void> {
    this.#count += 1;
    const count = this.#count;
    const faults = this.#options.faults ?? {};
    if (faults.stallAt?.includes(count) === true) return;
    if (faults.rateLimit !== undefined && count <= faults.rateLimit.requests) {
      const seconds = faults.rateLimit.retryAfterSeconds;
      return reply(
        429,
        {
          error: {
            message: "Rate limit reached for requests",
            type: "requests",
            code: "rate_limit_exceeded",
          },
        },
        seconds === undefined ? {} : { "retry-after": String(seconds) },
      );
    }
    if (faults.errorEvery !== undefined && count % faults.errorEvery === 0)
      return reply(500, { error: { message: "Internal Server Error", type: "server_error" } });
    if (!(await this.#load(request))) return;
    if (faults.firstByteDelayMs !== undefined) await delay(faults.firstByteDelayMs);

    const answer = this.#answer(body, count, faults);
    if (answer.kind === "dies") return die();
    if (answer.kind === "refused") return reply(answer.status, answer.body);
    const model =
      faults.swapModelAfter !== undefined && count > faults.swapModelAfter
        ? "another-model"
        : String(body["model"] ?? "model");
    this.#record({ method: "POST", path, body, status: 200 });
    const headers = { ...this.#profile.headers, ...answer.headers };
    const reset = faults.resetAt?.includes(count) === true;
    if (body["stream"] === true)
      return await stream(
        response,
        completionStream(answer, { model, comments: this.#profile.keepaliveComments === true }),
        headers,
        reset,
      );
    const text = JSON.stringify(completionBody(answer, { model, fields: this.#profile.answerFields ?? {} }));
    if (reset) {
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(text)),
        ...headers,
      });
      response.write(text.slice(0, Math.ceil(text.length / 2)));
      setTimeout(() => response.socket?.destroy(), 10);
      return;
    }
    send(response, { status: 200, body: text, headers: { "content-type": "application/json", ...headers } });
  }

  #answer(body: JsonObject, count: number, faults: Faults): Answer {
    const model = this.#options.model === "polite" ? politeModel : noiseModel;
    const enforcementLost = faults.stopEnforcingAfter !== undefined && count > faults.stopEnforcingAfter;
    const make = (): Answer =>
      answerTo({ profile: this.#profile, body, model, random: this.#random, count, enforcementLost });
    if (this.#profile.cachesPrompts !== true) return make();
    // By what the prompt is about: numbers and the topic do not count, and neither do extra fields.
    const key = JSON.stringify(body["messages"])
      .replace(/\d+/g, "")
      .replace(/about \w+/g, "about");
    const hit = this.#cache.get(key);
    if (hit?.kind === "text")
      return {
        ...hit,
        headers: { ...hit.headers, "x-litellm-cache-key": "5d41402abc4b2a76b9719d911017c592" },
      };
    const answer = make();
    this.#cache.set(key, answer);
    return answer;
  }

  /** False when the client hung up and the load was given up with it. */
  async #load(request: IncomingMessage): Promise<boolean> {
    const { loadMs, loadAbortsOnDisconnect } = this.#profile;
    if (loadMs === undefined) return true;
    if (this.#loadedAt !== null && Date.now() >= this.#loadedAt) return true;
    if (this.#loadedAt === null) this.#loadedAt = Date.now() + loadMs;
    let gone = false;
    request.socket.once("close", () => {
      gone = true;
    });
    while (Date.now() < this.#loadedAt) {
      await delay(10);
      if (gone && loadAbortsOnDisconnect === true) {
        this.#loadedAt = null;
        return false;
      }
    }
    return !gone;
  }

  #mayPass({ headers }: IncomingMessage): boolean {
    return this.#options.apiKey === undefined || headers.authorization === `Bearer ${this.#options.apiKey}`;
  }

  #unauthorized(reply: Reply): void {
    const { status, body } = filled(this.#profile.auth, {});
    reply(status, body);
  }

  #record(request: RecordedRequest): void {
    this.requests.push(request);
    this.#options.onRequest?.(request);
  }
}

type Reply = (status: number, body: JsonValue, headers?: Readonly<Record<string, string>>) => void;

function send(
  response: ServerResponse,
  { status, body, headers }: { status: number; body: JsonValue; headers: Readonly<Record<string, string>> },
): void {
  const isText = typeof body === "string";
  response.writeHead(status, {
    ...(isText ? { "content-type": "text/plain; charset=utf-8" } : { "content-type": "application/json" }),
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body));
}

async function stream(
  response: ServerResponse,
  pieces: readonly string[],
  headers: Readonly<Record<string, string>>,
  reset: boolean,
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", ...headers });
  for (const [index, piece] of pieces.entries()) {
    if (reset && index > pieces.length / 2) {
      response.socket?.destroy();
      return;
    }
    if (response.destroyed) return;
    response.write(piece);
    if (index % 16 === 15) await delay(0);
  }
  response.end();
}

/** `null` when there is more than is read. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return "";
  }
  return Buffer.concat(chunks).toString("utf8");
}

function delay(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

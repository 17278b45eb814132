import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Faults } from "./faults.ts";
import type { ModelName } from "./models.ts";
import type { Profile } from "./profile.ts";
import { profileOf } from "./profiles/index.ts";
import { type RecordedRequest, ServeRequests } from "./serve-requests.ts";

export type { RecordedRequest } from "./serve-requests.ts";

export interface SimulatorOptions {
  /** A profile's name, or one of your own. */
  readonly profile: string | Profile;
  /** @default 0: a free one */
  readonly port?: number;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** @default 1 */
  readonly seed?: number;
  /** `noise` writes random words, `polite` obeys what it reads, `stubborn` follows schemas above all. @default "noise" */
  readonly model?: ModelName;
  /** A key that requests must carry. */
  readonly apiKey?: string;
  readonly faults?: Faults;
  readonly onRequest?: (request: RecordedRequest) => void;
}

export interface Simulator {
  /** The base URL, with `/v1`. */
  readonly url: string;
  readonly origin: string;
  /** The latest ten thousand. */
  readonly requests: readonly RecordedRequest[];
  readonly close: () => Promise<void>;
}

/** How long a server that restarts is away. */
const AWAY_MS = 250;

/**
 * Serves a profile over HTTP. Bad input of any kind is answered, never a crash.
 * @throws RangeError for a profile that there is none of; the error of `listen` where the port cannot be had
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const host = options.host ?? "127.0.0.1";
  const listener = new Listener(host);
  const serving = new ServeRequests({
    profile: typeof options.profile === "string" ? profileOf(options.profile) : options.profile,
    seed: options.seed ?? 1,
    model: options.model ?? "noise",
    apiKey: options.apiKey,
    faults: options.faults ?? {},
    onRequest: options.onRequest,
    die: () => void listener.stop(),
    restart: () => void listener.restart(AWAY_MS),
  });
  listener.server.on("request", (request, response) => void serving.handle(request, response));
  const port = await listener.listen(options.port ?? 0);
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return { url: `${origin}/v1`, origin, requests: serving.requests, close: () => listener.close() };
}

/** A listening socket that can go away with all of its connections, and come back on the same port. */
class Listener {
  readonly server: Server = createServer();
  readonly #host: string;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #isClosed = false;

  constructor(host: string) {
    this.#host = host;
    this.server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => {});
    });
    this.server.on("clientError", (_, socket) => {
      if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n");
    });
  }

  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(port, this.#host, () => {
        this.server.off("error", reject);
        resolve();
      });
    });
    this.#port = (this.server.address() as AddressInfo).port;
    return this.#port;
  }

  async restart(awayMs: number): Promise<void> {
    await this.stop();
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    // Somebody else may have taken the port meanwhile: then this server stays away, as a real one would.
    if (!this.#isClosed) await this.listen(this.#port).catch(() => {});
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      for (const socket of this.#sockets) socket.destroy();
    });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.stop();
  }
}

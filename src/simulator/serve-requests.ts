import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../json-value.ts";
import { type Answer, answerTo, mannerOf, type TextAnswer } from "./answer.ts";
import type { Faults } from "./faults.ts";
import { delay, readBody, send, sendEvents } from "./http-answer.ts";
import { ModelLoading } from "./model-loading.ts";
import { MODELS, type ModelName } from "./models.ts";
import type { ConstraintId, Manner, Profile } from "./profile.ts";
import { PromptCache } from "./prompt-cache.ts";
import { seededRandom } from "./random.ts";
import { readConstraint } from "./read-constraint.ts";
import { filled } from "./refusals.ts";
import { completionBody, completionStream } from "./render-answer.ts";

/** A request that came in, with what was answered. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: JsonValue | undefined;
  /** 0 where no answer was sent: a stall, or a connection that was broken. */
  readonly status: number;
  readonly constraint: ConstraintId | null;
  /** What the profile does with that constraint. */
  readonly manner: Manner | null;
}

export interface ServingOptions {
  readonly profile: Profile;
  readonly seed: number;
  readonly model: ModelName;
  readonly apiKey: string | undefined;
  readonly faults: Faults;
  readonly onRequest: ((request: RecordedRequest) => void) | undefined;
  /** Goes away and stays away. */
  readonly die: () => void;
  /** Goes away and comes back. */
  readonly restart: () => void;
}

/** Requests that are kept; the oldest go first, so that a server that runs for days stays small. */
const KEPT_REQUESTS = 10_000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly body: JsonValue | undefined;
}

/** Answers requests as a profile says, one after the other or side by side. Bad input of any kind is answered, never a crash. */
export class ServeRequests {
  readonly requests: RecordedRequest[] = [];
  readonly #options: ServingOptions;
  readonly #loading: ModelLoading;
  #cache = new PromptCache();
  #count = 0;

  constructor(options: ServingOptions) {
    this.#options = options;
    this.#loading = new ModelLoading(options.profile, options.faults.loadMs ?? options.profile.loadMs ?? 0);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => {});
    const path = (request.url ?? "/").replace(/[?#].*$/, "");
    const text = await readBody(request);
    const exchange = { request, response, path, body: text === null ? undefined : parseJson(text) };
    if (text === null) {
      this.#reply(exchange, { status: 413, body: { error: { message: "the body is too large" } } });
      return;
    }
    try {
      await this.#route(exchange);
    } catch {
      // Nesting beyond what the engine can follow, and grammars too ambiguous to run.
      const message = "the simulated server cannot work this request out";
      this.#reply(exchange, { status: 500, body: { error: { message, type: "server_error" } } });
    }
  }

  async #route(exchange: Exchange): Promise<void> {
    const { path, body, request } = exchange;
    const { profile } = this.#options;
    const isChat = request.method === "POST" && profile.chatPaths.includes(path);
    if (profile.loading !== undefined && this.#loading.isLoading)
      return this.#reply(exchange, filled(profile.loading));
    if (!this.#mayPass(request, path)) return this.#reply(exchange, filled(profile.auth, placeOf(exchange)));
    if (request.method === "GET") return this.#get(exchange);
    if (!isChat) return this.#notFound(exchange);
    if (!isJsonObject(body)) return this.#reply(exchange, filled(profile.notJson));
    await this.#complete(exchange, body);
  }

  #get(exchange: Exchange): void {
    const { paths } = this.#options.profile;
    const known = Object.hasOwn(paths, exchange.path) ? paths[exchange.path] : undefined;
    if (known === undefined) this.#notFound(exchange);
    else this.#reply(exchange, { status: 200, ...known });
  }

  #notFound(exchange: Exchange): void {
    const { status = 404, headers, body } = this.#options.profile.notFound;
    this.#reply(exchange, { headers, ...filled({ status, body }, placeOf(exchange)) });
  }

  async #complete(exchange: Exchange, body: JsonObject): Promise<void> {
    this.#count += 1;
    const count = this.#count;
    const { faults } = this.#options;
    if (faults.stallAt?.includes(count)) return this.#record(exchange, 0);
    if (faults.restartAt?.includes(count)) {
      this.#record(exchange, 0);
      this.#loading.restart();
      this.#cache = new PromptCache();
      return this.#options.restart();
    }
    const failure = failureOf(faults, count);
    if (failure !== null) return this.#reply(exchange, failure);
    if (!(await this.#loading.wait(exchange.request))) return this.#record(exchange, 0);
    if (faults.firstByteDelayMs !== undefined) await delay(faults.firstByteDelayMs);

    const answer = this.#answer(body, count);
    if (answer.kind === "dies") {
      this.#record(exchange, 0);
      return this.#options.die();
    }
    if (answer.kind === "refused") return this.#reply(exchange, answer);
    await this.#sendText(exchange, body, { answer, count });
  }

  #answer(body: JsonObject, count: number): Answer {
    const { profile, faults, seed } = this.#options;
    // Numbers of its own for each request, so that requests side by side do not change one another.
    const random = seededRandom(seed + count * 0x9e3779b9);
    const enforcementLost = faults.stopEnforcingAfter !== undefined && count > faults.stopEnforcingAfter;
    const model = MODELS[this.#options.model];
    const make = (): Answer => answerTo({ profile, body, model, random, count, enforcementLost });
    return profile.cachesPrompts === true ? this.#cache.answer(body, make) : make();
  }

  async #sendText(
    exchange: Exchange,
    body: JsonObject,
    { answer, count }: { readonly answer: TextAnswer; readonly count: number },
  ): Promise<void> {
    const { profile, faults } = this.#options;
    const isSwapped = faults.swapModelAfter !== undefined && count > faults.swapModelAfter;
    const asked = typeof body["model"] === "string" ? body["model"] : (profile.models[0] ?? "model");
    const model = isSwapped ? "another-model" : asked;
    const isBroken = faults.resetAt?.includes(count) === true;
    const headers = { ...profile.headers, ...answer.headers };
    this.#record(exchange, 200);
    if (body["stream"] !== true) {
      const whole = completionBody(answer, { model, fields: profile.answerFields ?? {} });
      return send(exchange.response, { status: 200, body: whole, headers }, isBroken);
    }
    const options = body["stream_options"];
    const withUsage = isJsonObject(options) && options["include_usage"] === true;
    const events = completionStream(answer, {
      model,
      comments: profile.keepaliveComments === true,
      withUsage,
    });
    await sendEvents(exchange.response, events, { headers, isBroken });
  }

  #mayPass({ headers }: IncomingMessage, path: string): boolean {
    const { apiKey, profile } = this.#options;
    if (apiKey === undefined || headers.authorization === `Bearer ${apiKey}`) return true;
    return profile.openPaths === undefined ? !path.startsWith("/v1") : profile.openPaths.includes(path);
  }

  #reply(
    exchange: Exchange,
    {
      status,
      body,
      headers = {},
    }: {
      readonly status: number;
      readonly body: JsonValue;
      readonly headers?: Readonly<Record<string, string>> | undefined;
    },
  ): void {
    this.#record(exchange, status);
    send(exchange.response, { status, body, headers: { ...this.#options.profile.headers, ...headers } });
  }

  #record({ request, path, body }: Exchange, status: number): void {
    const sent = isJsonObject(body) ? readConstraint(body) : null;
    const recorded: RecordedRequest = {
      method: request.method ?? "",
      path,
      body,
      status,
      constraint: sent?.id ?? null,
      manner: sent === null ? null : mannerOf(this.#options.profile.manners, sent),
    };
    this.requests.push(recorded);
    if (this.requests.length > KEPT_REQUESTS) this.requests.shift();
    this.#options.onRequest?.(recorded);
  }
}

function placeOf({ request, path }: Exchange): Readonly<Record<string, string>> {
  return { method: request.method ?? "", path };
}

function failureOf({ rateLimit, errorEvery }: Faults, count: number): Parameters<typeof send>[1] | null {
  if (rateLimit !== undefined && count <= rateLimit.requests) {
    const seconds = rateLimit.retryAfterSeconds;
    return {
      status: 429,
      body: {
        error: {
          message: "Rate limit reached for requests",
          type: "requests",
          code: "rate_limit_exceeded",
        },
      },
      headers: seconds === undefined ? {} : { "retry-after": String(seconds) },
    };
  }
  if (errorEvery !== undefined && count % errorEvery === 0)
    return {
      status: 500,
      body: { error: { message: "Internal Server Error", type: "server_error" } },
      headers: {},
    };
  return null;
}

import { afterAll, describe, expect, test } from "vitest";
import { identify } from "../../../src/backends/identify/identify.ts";
import type { Get } from "../../../src/backends/transport/completion.ts";
import { type ScriptedAnswer, startServer } from "../../helpers/scripted-server.ts";
import { testWorld } from "../../helpers/test-world.ts";

const world = testWorld();

afterAll(async () => {
  await world.close();
});

const LIST: ScriptedAnswer = { body: { object: "list", data: [{ id: "m", object: "model" }] } };
const MISSING: ScriptedAnswer = { status: 404, body: { detail: "Not Found" } };
const UNAUTHORIZED: ScriptedAnswer = { status: 401, body: { error: "Unauthorized" } };
const PAGE: ScriptedAnswer = { headers: { "content-type": "text/html" }, body: "<!doctype html>" };
const LM_STUDIO: ScriptedAnswer = { body: { error: "Unexpected endpoint or method. (GET /models)" } };

interface Case {
  readonly title: string;
  readonly asked: string;
  readonly paths: Readonly<Record<string, ScriptedAnswer>>;
  readonly otherwise: ScriptedAnswer;
  readonly suggested: string | null;
}

const CASES: readonly Case[] = [
  { title: "/v1 left away", asked: "", paths: { "/v1/models": LIST }, otherwise: MISSING, suggested: "/v1" },
  {
    title: "/v1 left away where unknown paths are 200 with an error",
    asked: "",
    paths: { "/v1/models": LIST },
    otherwise: LM_STUDIO,
    suggested: "/v1",
  },
  {
    title: "/v1 left away where unknown paths are a web page",
    asked: "",
    paths: { "/v1/models": LIST },
    otherwise: PAGE,
    suggested: "/v1",
  },
  {
    title: "/v1 left away where /v1 wants a key",
    asked: "",
    paths: { "/v1/models": UNAUTHORIZED },
    otherwise: MISSING,
    suggested: "/v1",
  },
  {
    title: "a web application that guards its own API",
    asked: "",
    paths: { "/api/v1/models": UNAUTHORIZED },
    otherwise: PAGE,
    suggested: null,
  },
  { title: "one /v1 too many", asked: "/v1", paths: { "/models": LIST }, otherwise: MISSING, suggested: "" },
  {
    title: "the path of the native API",
    asked: "/api",
    paths: { "/v1/models": LIST },
    otherwise: MISSING,
    suggested: "/v1",
  },
  {
    title: "an API below /api/v1",
    asked: "/v1",
    paths: { "/api/v1/models": LIST },
    otherwise: MISSING,
    suggested: "/api/v1",
  },
  {
    title: "an endpoint that answers",
    asked: "/v1",
    paths: { "/v1/models": LIST, "/models": LIST },
    otherwise: MISSING,
    suggested: null,
  },
  {
    title: "an endpoint that wants a key",
    asked: "/v1",
    paths: { "/v1/models": UNAUTHORIZED, "/models": LIST },
    otherwise: MISSING,
    suggested: null,
  },
  {
    title: "an endpoint that is loading",
    asked: "/v1",
    paths: { "/v1/models": { status: 503, body: { error: { message: "Loading model" } } }, "/models": LIST },
    otherwise: MISSING,
    suggested: null,
  },
  { title: "no API at all", asked: "/v1", paths: {}, otherwise: MISSING, suggested: null },
];

describe("where the API is, when it is not where it was looked for", () => {
  test.each(CASES)("$title", async ({ asked, paths, otherwise, suggested }) => {
    const server = await startServer(({ path }) => paths[path] ?? otherwise);
    const identity = await identify({ endpoint: `${server.url}${asked}`, get: world.get, timeoutMs: 5000 });
    expect(identity.suggestedEndpoint).toBe(suggested === null ? null : `${server.url}${suggested}`);
  });

  test("the key goes to paths of the endpoint, not to guessed ones", async () => {
    const server = await startServer(() => MISSING);
    await identify({ endpoint: `${server.url}/x`, get: world.get, timeoutMs: 5000, apiKey: "sk-abcdefgh" });
    const sent = server.requests.filter((each) => each.headers["authorization"] !== undefined);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((each) => !each.path.startsWith("/x"))).toEqual([]);
    expect(server.requests.map((each) => each.path)).toContain("/v1/models");
  });

  test("a hosted provider's own address is known", async () => {
    const asked: string[] = [];
    const get: Get = async (url) => {
      asked.push(url);
      const status = url === "https://api.groq.com/openai/v1/models" ? 401 : 404;
      return { ok: true, status, headers: {}, text: "{}", json: {}, durationMs: 1 };
    };
    const identity = await identify({ endpoint: "https://api.groq.com/v1", get, timeoutMs: 1000 });
    expect(identity).toMatchObject({
      kind: "groq",
      suggestedEndpoint: "https://api.groq.com/openai/v1",
      modelsStatus: 404,
    });
    expect(asked).toEqual(["https://api.groq.com/v1/models", "https://api.groq.com/openai/v1/models"]);
  });
});

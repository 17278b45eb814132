import { describe, expect, test } from "vitest";
import { identify } from "../../../src/backends/identify/identify.ts";
import { HOSTED_PRESETS } from "../../../src/backends/presets/hosted-presets.ts";
import type { Get } from "../../../src/backends/transport/completion.ts";

function answering(json: object, status = 200): { readonly get: Get; readonly asked: string[] } {
  const asked: string[] = [];
  const get: Get = async (url) => {
    asked.push(url);
    return { ok: true, status, headers: {}, text: JSON.stringify(json), json: json as never, durationMs: 1 };
  };
  return { get, asked };
}

const withAddress = HOSTED_PRESETS.flatMap(({ id, defaultBaseUrl }) =>
  defaultBaseUrl === null ? [] : [{ id, endpoint: defaultBaseUrl }],
);

describe("hosted providers", () => {
  test.each(withAddress)("$id is told by its host, and asked for its model list alone", async (row) => {
    const { get, asked } = answering({ object: "list", data: [{ id: "m", object: "model" }] });
    const identity = await identify({ endpoint: row.endpoint, get, timeoutMs: 1000, apiKey: "k".repeat(20) });
    expect(identity).toMatchObject({
      kind: row.id,
      toldBy: "the host's name",
      fingerprint: null,
      suggestedEndpoint: null,
    });
    expect(asked).toEqual([`${row.endpoint}/models`]);
  });

  test.each([
    ["https://openrouter.ai/api/v1", { context_length: 131_072 }, 131_072, "/models context_length"],
    ["https://api.groq.com/openai/v1", { context_window: 8192 }, 8192, "/models context_window"],
    ["https://api.mistral.ai/v1", { max_context_length: 32_768 }, 32_768, "/models max_context_length"],
    ["https://api.openai.com/v1", {}, null, null],
  ] as const)("the context that %s lists is read", async (endpoint, fields, tokens, source) => {
    const { get } = answering({ data: [{ id: "other" }, { id: "m", ...fields }] });
    const identity = await identify({ endpoint, get, timeoutMs: 1000, model: "m" });
    expect(identity).toMatchObject({ contextTokens: tokens, contextSource: source });
  });

  test("without a model named, an embedding model is not the one that is asked about", async () => {
    const list = [
      { id: "BAAI/bge-large", type: "embedding", context_length: 512 },
      { id: "text-embedding-3-small", context_length: 8191 },
      { id: "chat", type: "chat", context_length: 32_768 },
    ];
    const { get } = answering({ data: list });
    const identity = await identify({ endpoint: "https://api.together.xyz/v1", get, timeoutMs: 1000 });
    expect(identity.contextTokens).toBe(32_768);
    expect(identity.models.map((each) => each.generates)).toEqual([false, false, null]);
  });

  test("without a key it is reachable, and not more", async () => {
    const { get } = answering({ error: { message: "Incorrect API key provided" } }, 401);
    const identity = await identify({ endpoint: "https://api.openai.com/v1", get, timeoutMs: 1000 });
    expect(identity).toMatchObject({ kind: "openai", reachable: true, modelsStatus: 401, models: [] });
  });
});

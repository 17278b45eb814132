import type { JsonObject } from "../../src/json-value.ts";
import type { LiveServer } from "./live-server.ts";

export interface ChatAnswer {
  readonly status: number;
  /** Empty for a refusal. */
  readonly content: string;
  readonly finishReason: string | null;
  readonly body: string;
}

interface Completion {
  readonly choices?: readonly {
    readonly message?: { readonly content?: string | null };
    readonly finish_reason?: string | null;
  }[];
}

/** One raw chat completion by `fetch`, with nothing of ours between the test and the server. */
export async function chat(server: LiveServer, fields: JsonObject): Promise<ChatAnswer> {
  const response = await fetch(`${server.url}/chat/completions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(server.apiKey === null ? {} : { authorization: `Bearer ${server.apiKey}` }),
    },
    body: JSON.stringify({ model: server.model, ...fields }),
    signal: AbortSignal.timeout(120_000),
  });
  const body = await response.text();
  const choice = response.ok ? (JSON.parse(body) as Completion).choices?.[0] : undefined;
  return {
    status: response.status,
    content: choice?.message?.content ?? "",
    finishReason: choice?.finish_reason ?? null,
    body,
  };
}

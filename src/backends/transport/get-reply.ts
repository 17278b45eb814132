import { parseJson } from "../../json-value.ts";
import type { GetReply } from "./completion.ts";
import { failureWithoutKey, withoutKey } from "./without-key.ts";

export interface GetAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly durationMs: number;
}

/** The answer to a GET, whatever its status is, with the key hidden where the server sent it back. */
export function getReply(
  { status, headers: sent, text: body, durationMs }: GetAnswer,
  apiKey: string | undefined,
): GetReply {
  const { headers } = failureWithoutKey({ status, headers: sent, body: "" }, apiKey);
  const text = withoutKey(body, apiKey);
  return { ok: true, status, headers, text, json: parseJson(text), durationMs };
}

import { describe, expect, test } from "vitest";
import type { ExchangeReply, ExchangeRequest } from "../../../src/backends/transport/exchange.ts";
import { exchangeRecord } from "../../../src/backends/transport/exchange-record.ts";

const REQUEST: ExchangeRequest = {
  method: "POST",
  url: "http://127.0.0.1:1/v1/chat/completions",
  apiKey: "sk-record-secret",
  body: '{"model":"m"}',
  connectTimeoutMs: 1,
  firstByteTimeoutMs: 1,
  totalTimeoutMs: 1,
  idleTimeoutMs: 1,
  maxResponseBytes: 1,
  signal: undefined,
  freshConnection: false,
  onText: undefined,
};

function answer(text: string, endedEarly = false): ExchangeReply {
  return { ok: true, status: 200, headers: {}, text, endedEarly, durationMs: 5 };
}

describe("the record of an exchange", () => {
  test("holds the time, the request and the answer", () => {
    expect(exchangeRecord(REQUEST, answer("{}"), 0)).toEqual({
      sent_at: "1970-01-01T00:00:00.000Z",
      method: "POST",
      url: REQUEST.url,
      request: '{"model":"m"}',
      status: 200,
      headers: {},
      response: "{}",
      response_cut: false,
      duration_ms: 5,
      error: null,
    });
  });

  test.each([
    ["a long answer", answer("a".repeat(70_000)), 65_536, true],
    ["an answer whose end was not waited for", answer("data: {}", true), 8, true],
    ["an answer of just the size that is kept", answer("a".repeat(65_536)), 65_536, false],
  ])("%s", (_, reply, length, cut) => {
    const { response, response_cut } = exchangeRecord(REQUEST, reply, 0);
    expect([response?.length, response_cut]).toEqual([length, cut]);
  });

  test("hides the key wherever it stands, and across the place of the cut", () => {
    const text = `${"a".repeat(65_530)}sk-record-secret`;
    const record = exchangeRecord(
      { ...REQUEST, body: '{"a":"sk-record-secret"}', url: "http://h/v1?k=sk-record-secret" },
      { ...answer(text), headers: { "x-key": "sk-record-secret", "set-cookie": "a=1" } } as ExchangeReply,
      0,
    );
    expect(JSON.stringify(record)).not.toContain("sk-rec");
    expect(record.headers).toEqual({ "x-key": "[key]" });
  });

  test("tells the causes where no whole answer came, without the key", () => {
    const failure = { error: [{ name: "Error", message: "refused sk-record-secret" }] };
    const record = exchangeRecord(REQUEST, { ok: false, failure, durationMs: 3 }, 0);
    expect(record).toMatchObject({ status: null, response: null, duration_ms: 3 });
    expect(record.error).toEqual([{ name: "Error", message: "refused [key]" }]);
  });
});

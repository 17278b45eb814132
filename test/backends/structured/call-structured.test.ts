import { describe, expect, test } from "vitest";
import { callStructured } from "../../../src/backends/structured/call-structured.ts";
import type { StructuredRequest } from "../../../src/backends/structured/structured-call.ts";
import { answers, callOnce, completion, GOOD, newStore, SCHEMA, VALUE } from "./support.ts";

describe("a structured call", () => {
  test("on an enforced rung costs one request, and says how it came about", async () => {
    const { result, server } = await callOnce({ handler: answers(GOOD) });
    expect(result).toMatchObject({
      ok: true,
      value: VALUE,
      rung: "json_schema",
      wireForm: "openai_strict",
      repairRung: null,
      attempts: 1,
      classes: [],
      usage: { promptTokens: 10, completionTokens: 5 },
    });
    expect(server.requests[0]?.json.response_format.json_schema.strict).toBe(true);
  });

  test("with the mode off sends no constraint, and repairs", async () => {
    const { result, server } = await callOnce({
      handler: answers(`Sure:\n\`\`\`json\n{'city': 'Oslo', 'warm': False,}\n\`\`\``),
      request: { mode: "off" },
    });
    expect(result).toMatchObject({
      ok: true,
      value: VALUE,
      rung: "prompt_only",
      wireForm: "none",
      repairRung: "python_bools",
    });
    expect(Object.keys(server.requests[0]!.json)).not.toContain("response_format");
  });

  test("never sends a constraint with tools", async () => {
    const { server } = await callOnce({
      handler: answers(GOOD),
      request: { tools: [{ type: "function", function: { name: "f" } }] },
    });
    expect(server.requests.every((each) => !("response_format" in each.json) && "tools" in each.json)).toBe(
      true,
    );
  });

  test("mends types by the schema where one reading is valid", async () => {
    const { result } = await callOnce({ handler: answers('{"city":"Oslo","warm":"false"}'), forms: [] });
    expect(result).toMatchObject({ ok: true, value: VALUE, repairRung: "coerce" });
  });

  test("asks again once with the issues, and not a third time", async () => {
    const { result, server } = await callOnce({ handler: answers('{"city":"Oslo"}', GOOD), forms: [] });
    expect(result).toMatchObject({ ok: true, attempts: 2 });
    expect(JSON.stringify(server.requests[1]?.json.messages)).toContain("/warm");
    const bad = await callOnce({ handler: answers('{"city":"Oslo"}'), forms: [] });
    expect(bad.result).toMatchObject({
      ok: false,
      attempts: 2,
      error: { kind: "invalid_output", issues: [{ code: "missing_property", pointer: "/warm" }] },
    });
  });

  test("a document that was cut off is asked for with a larger cap once, never closed", async () => {
    let at = 0;
    const { result, server } = await callOnce({
      handler: () => {
        at += 1;
        return at === 1
          ? { body: completion('{"city":"Os', { finish: "length" }) }
          : { body: completion(GOOD) };
      },
      request: { maxTokens: 50 },
    });
    expect(result).toMatchObject({ ok: true, attempts: 2, warnings: [{ code: "cap_raised" }] });
    expect(server.requests.map((each) => each.json.max_tokens)).toEqual([50, 200]);
    const still = await callOnce({
      handler: () => ({ body: completion('{"city":"Os', { finish: "length" }) }),
    });
    expect(still.result).toMatchObject({ ok: false, attempts: 2, error: { kind: "truncated" } });
  });

  test("closers alone are not added where the cap was reached", async () => {
    const { result } = await callOnce({
      handler: () => ({ body: completion('{"city":"Oslo","warm":false', { finish: "length" }) }),
    });
    expect(result).toMatchObject({ ok: false, error: { kind: "truncated" } });
  });

  test("reads the document from the reasoning field, and from a tool call that the server made", async () => {
    const inReasoning = await callOnce({
      handler: () => ({ body: completion("", { message: { reasoning_content: GOOD } }) }),
    });
    expect(inReasoning.result).toMatchObject({ ok: true, value: VALUE });
    const inCall = await callOnce({
      handler: () => ({
        body: completion("", {
          finish: "tool_calls",
          message: {
            content: null,
            tool_calls: [{ id: "1", type: "function", function: { name: "j", arguments: GOOD } }],
          },
        }),
      }),
    });
    expect(inCall.result).toMatchObject({ ok: true, value: VALUE });
  });

  test.each([
    ["endpoint", { model: "m", contract: "plan" }],
    ["model", { endpoint: "http://127.0.0.1:9/v1", contract: "plan" }],
    ["a contract, a schema or a role", { endpoint: "http://127.0.0.1:9/v1", model: "m" }],
  ])("without %s is a mistake of the program, and says so", async (missing, request) => {
    const call = callStructured({ messages: [], ...request } as unknown as StructuredRequest);
    await expect(call).rejects.toThrow(new RegExp(`^callStructured needs ${missing}`));
  });

  test("is not failed by a store of the caller's own that cannot write", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    const store = { ...newStore(), appendHistory: () => Promise.reject(new Error("disk full")) };
    const { result } = await callOnce({ handler: answers(GOOD), request: { store } });
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect([result.ok, unhandled]).toEqual([true, []]);
  });

  test("with a contract and a schema is a mistake of the program as well", async () => {
    const { server, result } = await callOnce({ handler: answers(GOOD) });
    expect(result.ok).toBe(true);
    const both = { endpoint: server.url, model: "m", messages: [], contract: "plan", schema: SCHEMA };
    await expect(callStructured(both)).rejects.toThrow("a contract or a schema, not both");
  });

  test.each([
    ["pan", 'there is no contract "pan"; did you mean "plan"?'],
    ["something else", 'there is no contract "something else"'],
  ])("of the contract %j says what is nearest", async (contract, message) => {
    const result = await callStructured({ endpoint: "127.0.0.1:9", model: "m", messages: [], contract });
    expect(result).toMatchObject({ ok: false, error: { kind: "bad_contract", message } });
  });

  test.each([
    ["without a scheme", (url: string) => url.replace("http://", "")],
    ["with a request's own path", (url: string) => `${url}/chat/completions`],
    ["with a slash and blanks", (url: string) => ` ${url}/ `],
  ])("takes an endpoint %s for what it means", async (_, written) => {
    const { result, server } = await callOnce({
      handler: answers(GOOD),
      request: (url) => ({ endpoint: written(`${url}/v1`) }),
    });
    expect(result).toMatchObject({ ok: true, value: VALUE });
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/chat/completions"]);
  });

  test("sends nothing to an endpoint that holds a password, and says so", async () => {
    const { result, server } = await callOnce({
      handler: answers(GOOD),
      request: (url) => ({ endpoint: url.replace("//", "//user:secret@") }),
    });
    expect(result).toMatchObject({ ok: false, error: { kind: "request_failed" } });
    expect(result.error?.message).toBe("the endpoint holds a user name or password");
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(server.requests).toEqual([]);
  });
});

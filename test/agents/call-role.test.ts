import { describe, expect, expectTypeOf, test } from "vitest";
import { type CallRoleRequest, callRole, type RoleResult } from "../../src/agents/call-role.ts";
import { callStructured } from "../../src/agents/call-structured.ts";
import { JSON_STOP_SEQUENCES } from "../../src/agents/normalize-decoding.ts";
import { streamStructured } from "../../src/agents/stream-structured.ts";
import type { WireFormId } from "../../src/backends/wire/wire-forms.ts";
import type { JsonObject } from "../../src/json-value.ts";
import type { ContractValues } from "../../src/schema/contract-values.ts";
import { contractOf } from "../../src/schema/contracts/index.ts";
import { capabilitiesOf, completion, quickWorld, SCHEMA, VALUE } from "../backends/structured/support.ts";
import { type SeenRequest, startServer } from "../helpers/scripted-server.ts";

const PLAN = contractOf("plan").example as unknown as JsonObject;
const tool = (name: string): JsonObject => ({ type: "function", function: { name, parameters: {} } });
const call = (id: string): JsonObject => ({
  id,
  type: "function",
  function: { name: "search", arguments: `{"query":"${id}"}` },
});
const CALLS = { tool_calls: [call("a"), call("b")] };
const CONSTRAINTS = [
  "response_format",
  "grammar",
  "json_schema",
  "format",
  "guided_json",
  "structured_outputs",
];

/** One call of a role against a server that always answers the same; the first body that it was sent. */
async function ask(
  request: Pick<CallRoleRequest, "role"> & Partial<CallRoleRequest>,
  answer: JsonObject,
  forms: readonly WireFormId[] = ["openai_strict"],
): Promise<{ readonly result: RoleResult; readonly body: SeenRequest["json"]; readonly sent: number }> {
  const server = await startServer(() => ({ body: answer }));
  const world = quickWorld();
  const result = await callRole({
    endpoint: server.url,
    model: "m",
    messages: [{ role: "user", content: "x" }],
    capabilities: capabilitiesOf(server.url, forms),
    world,
    ...request,
  });
  await world.close();
  return { result, body: server.requests[0]!.json, sent: server.requests.length };
}

const constraintsIn = (body: object): readonly string[] =>
  Object.keys(body).filter((name) => CONSTRAINTS.includes(name));
const systemOf = (body: SeenRequest["json"]): string =>
  body["messages"].find((each: { role: string }) => each.role === "system")?.content ?? "";

describe("callRole", () => {
  test.each(["plan", "my-plan", { id: "go-plan" }, { id: "own", schemaRole: "plan" }])(
    "%j answers in JSON: one structured call, constrained",
    async (role) => {
      const { result, body, sent } = await ask({ role }, completion(JSON.stringify(PLAN)));
      expect(result).toMatchObject({ path: "structured", result: { ok: true, value: PLAN } });
      expect([constraintsIn(body), body["stop"], sent]).toEqual([["response_format"], undefined, 1]);
    },
  );

  test("where nothing is enforced, the stop sequences are sent: the role's, or the caller's own", async () => {
    const answer = completion(JSON.stringify(PLAN));
    expect((await ask({ role: "plan" }, answer, [])).body["stop"]).toEqual(JSON_STOP_SEQUENCES);
    expect((await ask({ role: "plan", stop: undefined }, answer, [])).body["stop"]).toEqual(
      JSON_STOP_SEQUENCES,
    );
    expect((await ask({ role: "plan", stop: ["END"] }, answer, [])).body["stop"]).toEqual(["END"]);
  });

  test.each(["context", "memory", "describer", "go-describer"])(
    "%s answers in text: one ordinary request",
    async (role) => {
      const { result, body } = await ask({ role }, completion("a text"));
      expect(result).toMatchObject({
        path: "plain",
        result: { ok: true, completion: { content: "a text" } },
      });
      expect([constraintsIn(body), body["stop"]]).toEqual([[], undefined]);
      expect(systemOf(body)).not.toBe("");
    },
  );

  test.each(["plan", "coder", "describer", { id: "helper" }, { id: "go-plan", instructions: "You plan." }])(
    "%j with tools gets no constraint and no JSON stop sequence, and one call of its answer is kept",
    async (role) => {
      const tools = [tool("search")];
      const { result, body } = await ask(
        { role, tools },
        completion("", { message: CALLS, finish: "tool_calls" }),
      );
      expect(result).toMatchObject({
        path: "plain",
        result: { ok: true, completion: { finishReason: "tool_calls", toolCalls: [{ id: "a" }] } },
      });
      if (result.path === "plain" && result.result.ok)
        expect(result.result.completion.toolCalls).toHaveLength(1);
      expect([constraintsIn(body), body["stop"], body["tools"]]).toEqual([[], undefined, tools]);
      expect(systemOf(body)).toContain("Call at most one tool in a message.");
      expect(systemOf(body)).not.toContain('"goal"');
    },
  );

  test("what a role says of itself wins: all calls are kept", async () => {
    const { result } = await ask(
      { role: { id: "helper", serialTools: false }, tools: [tool("search")] },
      completion("", { message: CALLS, finish: "tool_calls" }),
    );
    expect(result).toMatchObject({ result: { completion: { toolCalls: [{ id: "a" }, { id: "b" }] } } });
  });

  test("an id that no role has is a mistake of the caller's", async () => {
    await expect(ask({ role: "coworker" }, completion(""))).rejects.toThrow("there is no role coworker");
  });
});

describe("callStructured by a role", () => {
  const request = { endpoint: "http://127.0.0.1:9", model: "m", messages: [] };

  test("of free text is a mistake", async () => {
    await expect(callStructured({ ...request, role: "describer" })).rejects.toThrow("answers in free text");
  });

  test("of free text is none with a schema", async () => {
    const server = await startServer(() => ({ body: completion(JSON.stringify(VALUE)) }));
    const world = quickWorld();
    const result = await callStructured({
      endpoint: server.url,
      model: "m",
      role: "describer",
      schema: SCHEMA,
      messages: [{ role: "user", content: "x" }],
      capabilities: capabilitiesOf(server.url, ["openai_strict"]),
      world,
    });
    await world.close();
    expect(result).toMatchObject({ ok: true, value: VALUE });
  });

  test("by the name of a contract gives a value of the contract's type", async () => {
    const server = await startServer(() => ({ body: completion(JSON.stringify(PLAN)) }));
    const world = quickWorld();
    const result = await callStructured({
      endpoint: server.url,
      model: "m",
      contract: "plan",
      messages: [{ role: "user", content: "x" }],
      capabilities: capabilitiesOf(server.url, ["openai_strict"]),
      world,
    });
    await world.close();
    expectTypeOf(result.value).toEqualTypeOf<ContractValues["plan"] | null>();
    const titles: readonly string[] = result.ok ? result.value.steps.map(({ title }) => title) : [];
    expect(titles).toEqual((PLAN["steps"] as unknown as { title: string }[]).map(({ title }) => title));
  });

  test("is a stream as well, with the role's contract and instructions", async () => {
    const server = await startServer(() => ({ body: completion(JSON.stringify(PLAN)) }));
    const world = quickWorld();
    const types: string[] = [];
    let value: unknown;
    for await (const event of streamStructured({
      endpoint: server.url,
      model: "m",
      role: { id: "go-plan", instructions: "Plan in small steps." },
      messages: [{ role: "user", content: "x" }],
      capabilities: capabilitiesOf(server.url, ["openai_strict"]),
      world,
    })) {
      types.push(event.type);
      if (event.type === "result") value = event.result.value;
    }
    await world.close();
    expect([types[0], types.at(-1), value]).toEqual(["attempt", "result", PLAN]);
    expect(JSON.stringify(server.requests[0]?.json.messages)).toContain("Plan in small steps.");
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeDecoding } from "../../src/agents/normalize-decoding.ts";
import { parseRoles } from "../../src/agents/parse-roles.ts";

describe("roles in YAML", () => {
  test("inherit by folding, and change what they say themselves", async () => {
    const parsed = await parseRoles(
      "roles:\n  go-worker:\n    description: Writes Go.\n    stop: []\n  helper:\n    tools: [search]\n    instructions: You help.\n",
    );
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const [worker, helper] = parsed.roles.map(normalizeDecoding);
    expect(worker).toMatchObject({
      id: "go-worker",
      description: "Writes Go.",
      schemaRole: "worker",
      jsonOnly: true,
      stop: [],
    });
    expect(worker?.instructions).toContain("You carry out one task");
    expect(helper).toMatchObject({ id: "helper", schemaRole: null, serialTools: true, jsonOnly: false });
  });

  test("a file may hold one role under its id", async () => {
    expect(await parseRoles("id: python-tester\ncontract: tester\n")).toMatchObject({
      ok: true,
      roles: [{ id: "python-tester", schemaRole: "tester" }],
    });
  });

  test.each([
    ["a tab as indentation", "roles:\n\tworker:\n", 2, /tab/i],
    ["repeated keys", "roles:\n  a-worker:\n    stop: []\n    stop: []\n", 4, /unique/i],
    ["an unknown field", "roles:\n  a-worker:\n    contrct: plan\n", 3, /did you mean contract/],
    ["a key", "roles:\n  a-worker:\n    api_key: sk-1\n", 3, /no field "api_key"/],
    ["an endpoint", "roles:\n  a-worker:\n    endpoint: http://x\n", 3, /no field "endpoint"/],
    [
      "a wrong type",
      "roles:\n  a-worker:\n    json_only: maybe\n",
      3,
      /json_only must be true or false, not "maybe"/,
    ],
    ["an endpoint beside the roles", "roles:\n  a: {}\nendpoint: http://x\n", 3, /no "endpoint"/],
    ["a key before the roles", "api_key: sk-1\nroles:\n  a: {}\n", 1, /no "api_key"/],
    ["an empty name of a tool", "roles:\n  a:\n    tools: [x, '']\n", 3, /1 to 64 characters, not this list/],
    ["an unknown contract", "roles:\n  a-worker:\n    contract: plans\n", 3, /contract must be one of/],
    ["an id with blanks", "roles:\n  a worker:\n    stop: []\n", 2, /is no id/],
    ["a role without fields", "roles:\n  a-worker: 5\n", 2, /must hold fields/],
    ["neither roles nor id", "worker:\n  stop: []\n", 1, /must hold "roles:"/],
    ["a list", "- worker\n", 1, /must hold "roles:"/],
    ["an open bracket", "roles: {a-worker: {stop: [}\n", 1, /./],
    ["a custom tag", "roles:\n  a-worker:\n    instructions: !!js/function 'x'\n", 3, /tag/i],
    [
      "an alias bomb",
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nroles: {d: {tools: [*c,*c,*c]}}\n`,
      1,
      /alias/i,
    ],
    ["__proto__", "roles:\n  a-worker:\n    __proto__: {x: 1}\n", 3, /no field "__proto__"/],
  ])("%s is a problem with its place", async (_, text, line, says) => {
    const parsed = await parseRoles(text);
    if (parsed.ok) throw new Error("accepted");
    expect(parsed.problems[0]?.line).toBe(line);
    expect(parsed.problems[0]?.column).toBeGreaterThan(0);
    expect(parsed.problems.map((each) => each.message).join("\n")).toMatch(says);
  });

  test("no text makes it throw", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        const parsed = await parseRoles(text);
        expect(typeof parsed.ok).toBe("boolean");
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldRoleId } from "../../src/agents/fold-role-id.ts";
import {
  FREE_TEXT_ROLES,
  JSON_STOP_SEQUENCES,
  normalizeDecoding,
} from "../../src/agents/normalize-decoding.ts";
import type { RoleSpec } from "../../src/agents/role-spec.ts";
import { CONTRACT_NAMES } from "../../src/schema/contract.ts";

const STOP = ["\n## ", "```\n\n", "\nNote:"];

describe("normalizeDecoding", () => {
  test.each(CONTRACT_NAMES)("%s answers in JSON alone, with the three stop sequences", (id) => {
    expect(normalizeDecoding({ id })).toEqual({
      id,
      schemaRole: id,
      jsonOnly: true,
      serialTools: false,
      stop: STOP,
    });
  });

  test.each(FREE_TEXT_ROLES)("%s answers in free text without a contract", (id) => {
    expect(normalizeDecoding({ id })).toEqual({
      id,
      schemaRole: null,
      jsonOnly: false,
      serialTools: false,
      stop: [],
    });
  });

  test("a role with tools calls one at a time and may write text", () => {
    expect(normalizeDecoding({ id: "coder", tools: ["read_file"] })).toMatchObject({
      serialTools: true,
      jsonOnly: false,
      stop: [],
    });
    expect(normalizeDecoding({ id: "worker", tools: ["read_file"] })).toMatchObject({
      schemaRole: "worker",
      serialTools: true,
      jsonOnly: false,
    });
  });

  test.each([
    ["go-worker", "worker"],
    ["python-tester", "tester"],
    ["rust_worker", "worker"],
    ["elixir-phoenix-worker", "worker"],
    ["go-scope_judge", "scope_judge"],
    ["scope-judge", "scope_judge"],
    ["c++-worker", "worker"],
    ["Go-Worker", "worker"],
    [" worker ", "worker"],
    ["worker-worker", "worker"],
    ["plan-review", "review"],
    ["scope_judge-plan", "plan"],
    ["c#-tester", "tester"],
    ["x86_64-asm-worker", "worker"],
    ["\u65e5\u672c-plan", "plan"],
  ])("%s folds back to %s", (id, role) => {
    expect(normalizeDecoding({ id })).toMatchObject({ id, schemaRole: role, jsonOnly: true });
  });

  test.each([
    "coworker",
    "worker-pool",
    "workers",
    "planner",
    "replan",
    "judge",
    "scope",
    "unknown",
    "goworker",
    "goWorker",
    "go worker",
    "go.worker",
    "go/worker",
    "worker2",
    "worker-2",
    "worker-go",
    "scope-judge-pool",
    "scopejudge",
    "-",
    "_",
    "__proto__",
    "constructor",
    "-worker",
    "worker-",
    "my--plan",
    "",
  ])("%j merely looks like a role and folds to none", (id) => {
    expect(normalizeDecoding({ id })).toMatchObject({ schemaRole: null, jsonOnly: false, stop: [] });
  });

  test("a language's context role is free text too", () => {
    expect(normalizeDecoding({ id: "go-context" })).toMatchObject({ schemaRole: null, jsonOnly: false });
  });

  test.each([
    [
      { id: "worker", jsonOnly: false },
      { jsonOnly: false, stop: [] },
    ],
    [
      { id: "worker", schemaRole: "plan" },
      { schemaRole: "plan", jsonOnly: true },
    ],
    [
      { id: "worker", schemaRole: null },
      { schemaRole: null, jsonOnly: false },
    ],
    [
      { id: "context", schemaRole: "plan", jsonOnly: true },
      { schemaRole: "plan", jsonOnly: true, stop: STOP },
    ],
    [{ id: "worker", stop: [] }, { stop: [] }],
    [
      { id: "worker", serialTools: true },
      { serialTools: true, jsonOnly: true },
    ],
    [{ id: "coder", tools: ["x"], serialTools: false }, { serialTools: false }],
    [
      { id: "worker", tools: [] },
      { serialTools: false, jsonOnly: true },
    ],
  ] as const)("explicit values win: %j", (spec, expected) => {
    expect(normalizeDecoding(spec)).toMatchObject(expected);
  });

  test("twice is the same as once, whatever is given", () => {
    const id = fc.oneof(
      fc.constantFrom(...CONTRACT_NAMES, ...FREE_TEXT_ROLES, "go-worker", "coder"),
      fc.string(),
    );
    const spec = fc.record(
      {
        id,
        schemaRole: fc.option(fc.constantFrom(...CONTRACT_NAMES)),
        tools: fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
        jsonOnly: fc.boolean(),
        serialTools: fc.boolean(),
        stop: fc.array(fc.string(), { maxLength: 3 }),
      },
      { requiredKeys: ["id"] },
    );
    fc.assert(
      fc.property(spec, (given) => {
        const once = normalizeDecoding(given as RoleSpec);
        expect(normalizeDecoding(once)).toEqual(once);
        for (const [name, value] of Object.entries(given))
          expect(once[name as keyof RoleSpec]).toEqual(value);
      }),
    );
  });

  test("the stop sequences are the three of the contract", () => {
    expect([...JSON_STOP_SEQUENCES]).toEqual(STOP);
  });
});

test("whatever stands before a role's id changes nothing, and whatever stands after it makes it another", () => {
  const part = fc.stringMatching(/^[a-z0-9+#]{1,8}$/);
  const name = fc.constantFrom(...CONTRACT_NAMES, ...FREE_TEXT_ROLES);
  const known = [...CONTRACT_NAMES, ...FREE_TEXT_ROLES];
  const mark = fc.constantFrom("-", "_");
  fc.assert(
    fc.property(fc.array(fc.tuple(part, mark)), name, part, (before, id, after) => {
      expect(foldRoleId(`${before.flat().join("")}${id}`, known)).toBe(id);
      if (known.some((each) => each === after)) return;
      expect(foldRoleId(`${id}-${after}`, known)).toBe(null);
      expect(foldRoleId(`${id}${after}`, known)).toBe(null);
      expect(foldRoleId(`${after}${id}`, known)).toBe(null);
    }),
  );
});

test("foldRoleId never throws and only ever names a known role", () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      const role = foldRoleId(id, CONTRACT_NAMES);
      expect(role === null || (CONTRACT_NAMES as readonly string[]).includes(role)).toBe(true);
    }),
  );
});

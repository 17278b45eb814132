import { describe, expect, test } from "vitest";
import { adviseSchema } from "../../src/schema/advise-schema.ts";
import { CONTRACT_NAMES } from "../../src/schema/contract.ts";
import { CONTRACTS, contractOf, isContractName } from "../../src/schema/contracts/index.ts";
import { lintSchema } from "../../src/schema/lint-schema.ts";
import { strictViolations } from "../../src/schema/strict.ts";
import { validatorFor } from "../../src/schema/validator-for.ts";
import { isSchemaNode, walkSchema } from "../../src/schema/walk-schema.ts";

function nodesOf(schema: unknown): { readonly node: Record<string, unknown>; readonly pointer: string }[] {
  return [...walkSchema(schema)].map((visit) => {
    if ("problem" in visit) throw new Error(visit.problem);
    return visit;
  });
}

describe("the registry", () => {
  test("holds sixteen contracts under their own names, in the declared order", () => {
    expect(CONTRACTS).toHaveLength(16);
    expect(CONTRACTS.map(({ name }) => name)).toEqual([...CONTRACT_NAMES]);
    expect(CONTRACTS.every((contract) => contractOf(contract.name) === contract)).toBe(true);
  });

  test("knows its names and no name of Object.prototype", () => {
    expect(isContractName("scope_judge")).toBe(true);
    for (const name of ["constructor", "__proto__", "toString", "Plan", ""])
      expect(isContractName(name)).toBe(false);
  });

  test("has names that OpenAI takes for a schema", () => {
    expect(CONTRACT_NAMES.filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))).toEqual([]);
  });

  test("has both strict and other contracts", () => {
    expect(new Set(CONTRACTS.map(({ strict }) => strict)).size).toBe(2);
  });
});

describe.each(CONTRACTS)(
  "the contract $name",
  ({ name, description, schema, strict, example, counterExample }) => {
    test("is within the subset", () => {
      expect(lintSchema(schema)).toEqual([]);
    });

    test("draws no advice but for its optional properties", () => {
      const codes = adviseSchema(schema).map(({ code }) => code);
      expect(codes.filter((code) => code !== "optional_property")).toEqual([]);
      expect(codes.length > 0).toBe(!strict);
    });

    test("is marked strict exactly when it fits OpenAI's strict mode", () => {
      const violations = strictViolations(schema);
      expect(violations.length === 0).toBe(strict);
      expect(violations.every(({ code }) => code === "optional_property")).toBe(true);
    });

    test("takes its example and refuses its counter-example", async () => {
      const { validate } = await validatorFor(name);
      expect(validate(example)).toEqual([]);
      expect(validate(counterExample.value).length).toBeGreaterThan(0);
      expect(counterExample.why).toMatch(/^\S.+\.$/);
    });

    test("writes its example in the declared order of keys, so that its grammar takes it", () => {
      const check = (value: unknown, node: Record<string, unknown>): void => {
        if (Array.isArray(value))
          for (const item of value) check(item, node["items"] as Record<string, unknown>);
        if (!isSchemaNode(value)) return;
        const properties = node["properties"] as Record<string, Record<string, unknown>>;
        const declared = Object.keys(properties).filter((key) => Object.hasOwn(value, key));
        expect(Object.keys(value)).toEqual(declared);
        for (const key of declared) check(value[key], properties[key]!);
      };
      check(example, schema);
    });

    test("describes itself and each of its parts, and bounds what can grow", () => {
      expect(description).toMatch(/^[A-Z].{20,120}\.$/);
      for (const { node, pointer } of nodesOf(schema)) {
        expect(node["description"], pointer).toMatch(/^\S.{5,}\.$|^\S.*: [a-z-]+(?:, [a-z.-]+)*\.?$/);
        if (node["type"] === "string" && node["enum"] === undefined)
          expect(node["maxLength"], pointer).toBeGreaterThan(0);
        if (node["type"] === "array") expect(node["maxItems"], pointer).toBeGreaterThan(0);
        if (node["type"] === "integer") expect(node["maximum"], pointer).toBeGreaterThan(0);
      }
    });

    test("requires nothing after something optional, because llama.cpp writes required properties first", () => {
      for (const { node } of nodesOf(schema)) {
        if (node["type"] !== "object") continue;
        const required = node["required"] as readonly string[];
        const names = Object.keys(node["properties"] as object);
        expect(names.slice(0, required.length)).toEqual([...required]);
      }
    });

    test("stays within three levels of objects and forty distinct parts", () => {
      const pointers = nodesOf(schema).map(({ pointer }) => pointer);
      expect(
        Math.max(...pointers.map((pointer) => pointer.split("/properties/").length)),
      ).toBeLessThanOrEqual(3);
      expect(pointers.length).toBeLessThanOrEqual(40);
    });
  },
);

/** What is judged, and what the judgement rests on. */
const JUDGEMENTS: readonly (readonly [(typeof CONTRACT_NAMES)[number], string, readonly string[]])[] = [
  ["review", "verdict", ["findings", "summary"]],
  ["tester", "verdict", ["commands", "failures", "tests_failed", "tests_passed"]],
  ["clarify", "ready", ["assumptions", "questions"]],
  ["escalate", "to", ["attempts", "blocker", "needs"]],
  ["scope_judge", "verdict", ["analysis", "missing", "out_of_scope"]],
  ["worker", "status", ["edits", "notes"]],
  ["explore", "result", ["facts", "gaps"]],
  ["explore", "status", ["result"]],
  ["composition", "members", ["evidence", "languages"]],
  ["coordinator", "schedule", ["conflicts", "deferred"]],
  ["architect", "modules", ["constraints", "decisions"]],
  ["orchestrator", "move", ["assessment", "completed"]],
  ["placeholder", "verdict", ["findings", "searched"]],
];

describe("a judgement", () => {
  test.each(JUDGEMENTS)(
    "of %s (%s) comes after what it rests on, declared and sorted",
    (name, judgement, grounds) => {
      const names = Object.keys(contractOf(name).schema.properties);
      for (const ground of grounds) {
        expect(names.indexOf(ground)).toBeGreaterThanOrEqual(0);
        expect(names.indexOf(ground)).toBeLessThan(names.indexOf(judgement));
        expect(ground < judgement, `${ground} sorts before ${judgement}`).toBe(true);
      }
    },
  );
});

import { describe, expect, test } from "vitest";
import { type ConfigValues, KEY_NAMES, KEYS, type KeyName } from "../../src/config/keys.ts";
import { plannedChanges, pointsOf } from "../../src/health/planned-changes.ts";
import type { ReadinessEvidence } from "../../src/health/readiness-rule.ts";
import { RULES } from "../../src/health/rules/index.ts";
import { worstEvidence } from "../../src/health/worst-evidence.ts";

const DEFAULTS = Object.fromEntries(
  KEY_NAMES.map((name) => [name, KEYS[name].default]),
) as unknown as ConfigValues;

function evidence(values: Partial<ConfigValues>, contextTokens: number, thinks: boolean): ReadinessEvidence {
  const worst = worstEvidence("llamacpp");
  return {
    ...worst,
    values: { ...DEFAULTS, ...values },
    identity: { ...worst.identity!, contextTokens },
    capabilities: {
      ...worst.capabilities!,
      notes: thinks ? [{ code: "thinking_needs_cap", args: {} }] : [],
    },
  };
}

function points(of: ReadinessEvidence): number {
  return RULES.reduce((sum, rule) => sum + (pointsOf(rule.weight, rule.judge(of).status) ?? 0), 0);
}

const NOTHING_STRONGER = new Map();

const CASES: readonly (readonly [string, Partial<ConfigValues>])[] = [
  ["the defaults", {}],
  ["a short wait for a cold start", { first_byte_timeout_ms: 1000, timeout_ms: 2000 }],
  ["a small cap", { max_tokens: 16, timeout_ms: 300_000 }],
  ["a large cap", { max_tokens: 20_000 }],
  ["a large budget", { prompt_budget: 1_000_000 }],
  ["a temperature of 2", { temperature: 2 }],
];

describe.each(CASES)("what --fix writes with %s", (_, values) => {
  test.each(
    [1000, 2048, 3000, 8192, 131_072].flatMap((size) => [[size, true] as const, [size, false] as const]),
  )(
    "in a context of %i tokens (thinking: %s) gains points, and leaves nothing for a second fix",
    (size, thinks) => {
      const before = evidence(values, size, thinks);
      const plan = plannedChanges(before, NOTHING_STRONGER);
      const after = { ...before, values: plan.values };
      expect(plan.changes.length).toBeGreaterThan(0);
      expect(points(after)).toBeGreaterThan(points(before));
      expect(plannedChanges(after, NOTHING_STRONGER).changes).toEqual([]);
      for (const { key, to } of plan.changes) expect(plan.values[key]).toEqual(to);
    },
  );
});

test("a longer timeout goes with the larger cap that asks for it", () => {
  const { values } = plannedChanges(evidence({}, 131_072, true), NOTHING_STRONGER);
  expect(values).toMatchObject({ max_tokens: 8192, timeout_ms: 820_000 });
});

test("a key that something stronger sets is listed, and counts as it was", () => {
  const stronger = new Map<KeyName, { scope: "project"; origin: string; value: unknown }>([
    ["temperature", { scope: "project", origin: "/p/.slmcode.json", value: 2 }],
  ]);
  const { changes, values } = plannedChanges(evidence({ temperature: 2 }, 131_072, false), stronger);
  expect(values.temperature).toBe(2);
  expect(changes).toEqual([
    {
      key: "temperature",
      from: 2,
      to: 0.2,
      rule: "sampling.temperature",
      overridden_by: { scope: "project", origin: "/p/.slmcode.json", value: 2 },
    },
  ]);
});

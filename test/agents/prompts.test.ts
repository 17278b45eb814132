import { describe, expect, test } from "vitest";
import { normalizeDecoding } from "../../src/agents/normalize-decoding.ts";
import { rolePrompt } from "../../src/agents/role-prompt.ts";
import { ROLES } from "../../src/agents/roles/index.ts";
import { CONTRACT_NAMES } from "../../src/schema/contract.ts";
import { contractOf } from "../../src/schema/contracts/index.ts";

function fieldsOf(schema: object): { all: ReadonlySet<string>; required: readonly string[] } {
  const all = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { properties, items } = node as { properties?: Record<string, unknown>; items?: unknown };
    for (const [name, child] of Object.entries(properties ?? {})) {
      all.add(name);
      visit(child);
    }
    visit(items);
  };
  visit(schema);
  return { all, required: (schema as { required?: readonly string[] }).required ?? [] };
}

describe("prompts", () => {
  test("there is a role for every contract", () => {
    const ids = ROLES.map((role) => role.id);
    expect(CONTRACT_NAMES.filter((name) => !ids.includes(name))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(ROLES.map((role) => [role.id, role] as const))(
    "the prompt of %s promises nothing that its contract lacks, and leaves out nothing that is required",
    async (_, spec) => {
      const role = normalizeDecoding(spec);
      const prompt = await rolePrompt(role);
      const promised = [...(spec.instructions ?? "").matchAll(/`([a-z_]+)`/g)].map((match) => match[1]!);
      if (role.schemaRole === null || !role.jsonOnly) {
        expect(promised).toEqual([]);
        return;
      }
      const { all, required } = fieldsOf(
        contractOf(role.schemaRole as (typeof CONTRACT_NAMES)[number]).schema,
      );
      expect(promised.filter((name) => !all.has(name))).toEqual([]);
      expect(required.filter((name) => !promised.includes(name))).toEqual([]);
      for (const name of all) expect(prompt).toContain(JSON.stringify(name));
    },
  );
});

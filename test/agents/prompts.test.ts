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

/** What the instructions name in backquotes, against the fields of the contract. */
function drift(
  instructions: string,
  schema: object,
): { readonly lacking: string[]; readonly leftOut: string[] } {
  const promised = [...instructions.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
  const { all, required } = fieldsOf(schema);
  return {
    lacking: promised.filter((name) => !all.has(name)),
    leftOut: required.filter((name) => !promised.includes(name)),
  };
}

const NO_DRIFT = { lacking: [], leftOut: [] };

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
      if (role.schemaRole === null || !role.jsonOnly) {
        expect(drift(spec.instructions ?? "", {})).toEqual(NO_DRIFT);
        return;
      }
      const { schema } = contractOf(role.schemaRole as (typeof CONTRACT_NAMES)[number]);
      expect(drift(spec.instructions ?? "", schema)).toEqual(NO_DRIFT);
      for (const name of fieldsOf(schema).all) expect(prompt).toContain(JSON.stringify(name));
    },
  );

  const withContract = ROLES.map(normalizeDecoding).filter((role) => role.jsonOnly);

  test.each(withContract.map((role) => [role.id, role] as const))(
    "that of %s is found out when a field of its contract gets another name or is added",
    (_, { schemaRole, instructions = "" }) => {
      const { schema } = contractOf(schemaRole as (typeof CONTRACT_NAMES)[number]);
      const { properties, required = [] } = schema as unknown as {
        properties: Record<string, object>;
        required?: readonly string[];
      };
      const changed = (fields: Record<string, object>, names: readonly string[]) =>
        drift(instructions, { properties: fields, required: names });
      expect(changed({ ...properties, added: {} }, [...required, "added"])).toEqual({
        lacking: [],
        leftOut: ["added"],
      });
      for (const name of required) {
        const { [name]: moved = {}, ...rest } = properties;
        const others = required.filter((each) => each !== name);
        const found = changed({ ...rest, renamed: moved }, [...others, "renamed"]);
        expect(found.leftOut).toEqual(["renamed"]);
        // An item further down can have a field of the same name, and keeps the promise then.
        expect(found.lacking).toEqual(
          fieldsOf({ properties: { ...rest, renamed: moved } }).all.has(name) ? [] : [name],
        );
      }
    },
  );
});

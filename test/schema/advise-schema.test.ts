import { describe, expect, test } from "vitest";
import { adviseSchema } from "../../src/schema/advise-schema.ts";
import { judgeTargets } from "../../src/schema/judge-targets.ts";
import { lintSchema } from "../../src/schema/lint-schema.ts";
import { TARGETS } from "../../src/schema/targets.ts";

function closed(properties: Record<string, unknown>, required?: readonly string[]): Record<string, unknown> {
  return {
    type: "object",
    properties,
    required: required ?? Object.keys(properties),
    additionalProperties: false,
  };
}

function nested(levels: number): Record<string, unknown> {
  return levels === 0 ? { type: "null" } : closed({ a: nested(levels - 1) });
}

describe("advice", () => {
  test.each([
    ["optional_property", "/properties/a", closed({ a: { type: "null" } }, [])],
    ["map_object", "/additionalProperties", { type: "object", additionalProperties: { type: "null" } }],
    ["unbounded_string", "/properties/a", closed({ a: { type: "string" } })],
    ["unbounded_array", "/properties/a", closed({ a: { type: "array", items: { type: "null" } } })],
    ["enum_without_type", "/properties/a", closed({ a: { enum: ["x"] } })],
    ["enum_mixed_types", "/properties/a/enum", closed({ a: { enum: ["x", 1] } })],
    ["enum_structured", "/properties/a/enum", closed({ a: { enum: [[1]] } })],
    ["enum_duplicates", "/properties/a/enum/2", closed({ a: { type: "string", enum: ["x", "y", "x"] } })],
    ["ineffective_keyword", "/properties/a/maxLength", closed({ a: { type: "integer", maxLength: 3 } })],
    ["property_name_characters", "/properties/a.b", closed({ "a.b": { type: "null" } })],
    ["property_names_collide", "/properties/a-b", closed({ a_b: { type: "null" }, "a-b": { type: "null" } })],
    [
      "wide_bounds",
      "/properties/a/maximum",
      closed({ a: { type: "integer", minimum: 0, maximum: 2 ** 31 } }),
    ],
    ["deep_nesting", "/properties/a".repeat(11), nested(12)],
    [
      "large_schema",
      "/properties/a/enum",
      closed({ a: { type: "integer", enum: Array.from({ length: 1001 }, (_, i) => i) } }),
    ],
    ["root_not_object", "", { type: "array", items: { type: "null" }, maxItems: 3 }],
  ])("%s is given at %s", (code, pointer, schema) => {
    expect(adviseSchema(schema)).toEqual([expect.objectContaining({ code, pointer })]);
    expect(lintSchema(schema)).toEqual([]);
  });

  test("is not given where there is nothing to say", () => {
    const schema = closed({
      a: { type: "string", maxLength: 9 },
      b: { type: "integer", minimum: 0, maximum: 9 },
    });
    expect(adviseSchema(schema)).toEqual([]);
  });

  test("ends after five hundred remarks", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [`p${index}`, { type: "string" }]),
    );
    expect(adviseSchema(closed(properties)).at(-1)).toMatchObject({ code: "more_advice" });
  });
});

describe("the judgement of the targets", () => {
  const effects = (schema: unknown): Record<string, string> =>
    Object.fromEntries(judgeTargets(schema).map(({ target, effect }) => [target, effect]));

  test("names every target", () => {
    expect(judgeTargets({ type: "null" }).map(({ target }) => target)).toEqual(TARGETS.map(({ id }) => id));
  });

  test("finds nothing against booleans in a closed object but what LocalAI loses, and does not speak for the unknown", () => {
    const { localai, ...others } = effects(closed({ a: { type: "boolean" }, b: { type: "boolean" } }));
    expect(localai).toBe("partial");
    expect(new Set(Object.values(others))).toEqual(new Set(["enforced", "unknown"]));
    expect(others["groq"]).toBe("unknown");
  });

  test.each([
    ["an optional property", closed({ a: { type: "null" } }, []), "openai_strict", "refused"],
    [
      "a counted list",
      closed({ a: { type: "array", items: { type: "null" }, maxItems: 3 } }),
      "groq",
      "refused",
    ],
    ["a length", closed({ a: { type: "string", maxLength: 3 } }), "xgrammar", "partial"],
    ["a length", closed({ a: { type: "string", maxLength: 3 } }), "llguidance", "enforced"],
    ["bounds", closed({ a: { type: "integer", minimum: 0, maximum: 3 } }), "outlines", "partial"],
    ["names that are not sorted", closed({ b: { type: "null" }, a: { type: "null" } }), "ollama", "partial"],
    [
      "unique items",
      closed({ a: { type: "array", items: { type: "null" }, uniqueItems: true } }),
      "xgrammar",
      "refused",
    ],
    ["a tuple", { type: "array", prefixItems: [] }, "llamacpp", "refused"],
    ["a bound on one side", closed({ a: { type: "integer", minimum: 3 } }), "llamacpp", "partial"],
    ["a pattern", closed({ a: { type: "string", pattern: "x" } }), "slmcode_grammar", "refused"],
  ])("of %s: %s by %s", (_about, schema, target, effect) => {
    expect(effects(schema)[target]).toBe(effect);
  });

  test("counts the places of one reason and puts the gravest first", () => {
    const schema = closed({ a: { type: "string" }, b: { type: "string" } }, []);
    const openai = judgeTargets(schema).find(({ target }) => target === "openai_strict");
    expect(openai?.reasons).toMatchObject([
      { code: "optional_property", effect: "refused", pointer: "/properties/a", places: 2 },
    ]);
  });
});

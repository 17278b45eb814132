import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../src/json-value.ts";
import { compileSchema } from "../../src/schema/compile-schema.ts";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import type { Validator } from "../../src/schema/validator.ts";
import { validatorFor } from "../../src/schema/validator-for.ts";

const GENERATED = join(import.meta.dirname, "../../dist/schema/validators");

async function onDemand(schema: unknown): Promise<Validator> {
  const compiled = await compileSchema(schema);
  if (!compiled.ok) throw new Error("The schema does not compile.");
  return compiled.validator;
}

/** Every place in a value, as the keys that lead there. */
function pathsOf(value: JsonValue, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, child]) => pathsOf(child as JsonValue, [...path, key]));
  return [path, ...below];
}

interface Mutation {
  readonly path: readonly string[];
  readonly kind: "replace" | "remove" | "add" | "repeat" | "rename";
  readonly value: JsonValue;
}

/** A changed copy. */
function mutate(value: JsonValue, { path, kind, value: replacement }: Mutation): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) {
    if (kind === "add" && typeof value === "object" && value !== null) {
      return Array.isArray(value) ? [...value, replacement] : { ...value, extra: replacement };
    }
    if (kind === "repeat" && Array.isArray(value)) return Array.from({ length: 70 }, () => value[0] ?? null);
    return replacement;
  }
  const entries = Object.entries(value as object) as [string, JsonValue][];
  const changed = entries.flatMap(([name, child]): [string, JsonValue][] => {
    if (name !== key) return [[name, child]];
    if (rest.length === 0 && kind === "remove") return [];
    if (rest.length === 0 && kind === "rename") return [[`${name}s`, child]];
    return [[name, mutate(child, { path: rest, kind, value: replacement })]];
  });
  return Array.isArray(value) ? changed.map(([, child]) => child) : Object.fromEntries(changed);
}

const REPLACEMENTS: readonly JsonValue[] = [
  null,
  true,
  0,
  -1,
  -2,
  0.5,
  256,
  1_000_001,
  1e300,
  "",
  "approve",
  "😀".repeat(40),
  "😀".repeat(41),
  "x".repeat(1201),
  [],
  {},
  ["a"],
  { a: 1 },
];

describe.each(CONTRACTS)("the generated validator of $name", ({ name, schema, example, counterExample }) => {
  const paths = pathsOf(example);

  test("says what ajv says on demand, of the example and of the counter-example", async () => {
    const [generated, compiled] = [await validatorFor(name), await onDemand(schema)];
    for (const value of [example, counterExample.value]) {
      expect(generated.validate(value)).toEqual(compiled.validate(value));
    }
  });

  test("says what ajv says on demand, of every mutation", async () => {
    const [generated, compiled] = [await validatorFor(name), await onDemand(schema)];
    const mutation = fc.record<Mutation>({
      path: fc.constantFrom(...paths),
      kind: fc.constantFrom("replace", "remove", "add", "repeat", "rename"),
      value: fc.constantFrom(...REPLACEMENTS),
    });
    let wrong = 0;
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 1 }), ([change]) => {
        const value = mutate(example, change!);
        const issues = generated.validate(value);
        if (issues.length > 0) wrong += 1;
        expect(issues).toEqual(compiled.validate(value));
      }),
      { numRuns: 150 },
    );
    expect(wrong).toBeGreaterThan(50);
  });

  test("needs nothing from ajv", () => {
    const path = join(GENERATED, `${name}.js`);
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, "utf8")).not.toMatch(/\brequire\(|\bimport\b|\bajv\b/);
  });
});

describe("a validator", () => {
  test("counts code points, not UTF-16 units", async () => {
    const { validate } = await validatorFor("lessons");
    const withTag = (tag: string): JsonValue => ({
      lessons: [{ evidence: "e", rule: "r", scope: "everywhere", tags: [tag], trust: "proven" }],
      obsolete: [],
    });
    expect(validate(withTag("😀".repeat(40)))).toEqual([]);
    expect(validate(withTag("😀".repeat(41)))).toMatchObject([{ code: "too_long", expected: 40, got: 41 }]);
  });

  test("does not take what an object inherits for a property", async () => {
    const { validate } = await onDemand({
      type: "object",
      properties: { constructor: { type: "string" } },
      required: ["constructor"],
      additionalProperties: false,
    });
    expect(validate({})).toMatchObject([{ code: "missing_property", pointer: "/constructor" }]);
  });

  test("collects at most a hundred issues of a document of a million faults", async () => {
    const schema = {
      type: "array",
      items: {
        type: "object",
        properties: { a: { type: "null" } },
        required: ["a"],
        additionalProperties: false,
      },
    };
    const faults = Array.from({ length: 200_000 }, () => ({ b: 1 }));
    expect((await onDemand(schema)).validate(faults)).toHaveLength(100);
  });

  test("is loaded once", () => {
    expect(validatorFor("plan")).toBe(validatorFor("plan"));
  });
});

describe("without the generated files", () => {
  test("a contract's schema is compiled on demand", () => {
    const root = mkdtempSync(join(tmpdir(), "slmcode-validators-"));
    try {
      const built = join(import.meta.dirname, "../..");
      cpSync(join(built, "dist/schema"), join(root, "dist/schema"), {
        recursive: true,
        filter: (path) => !path.endsWith("validators"),
      });
      cpSync(join(built, "dist/json-value.js"), join(root, "dist/json-value.js"));
      symlinkSync(join(built, "node_modules"), join(root, "node_modules"));
      writeFileSync(join(root, "package.json"), '{"type":"module"}');
      const program = `
        import { validatorFor } from "./dist/schema/validator-for.js";
        const { validate } = await validatorFor("lessons");
        console.log(validate({ lessons: [] })[0].pointer);`;
      const args = ["--input-type=module", "--eval", program];
      expect(execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" })).toBe("/obsolete\n");
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

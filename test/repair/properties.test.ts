import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../src/json-value.ts";
import { repair } from "../../src/repair/repair.ts";
import { RepairStats } from "../../src/repair/repair-stats.ts";

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
  fc.string({ unit: "binary" }),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string({ maxLength: 8 }), tie("value"), { maxKeys: 4 }),
  ),
})).value as fc.Arbitrary<JsonValue>;
const document = fc.oneof(
  fc.dictionary(fc.string({ maxLength: 8 }), json, { maxKeys: 4 }),
  fc.array(json, { maxLength: 4 }),
);

/** Every scalar and key of a value, as text. */
function atoms(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(atoms);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, each]) => [JSON.stringify(key), ...atoms(each)]);
  return [JSON.stringify(value)];
}

describe("repair", () => {
  test("valid JSON comes back unchanged by rung none, byte for byte", () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(repair(text)).toMatchObject({
          status: "ok",
          rung: "none",
          applied: ["none"],
          text,
          value: JSON.parse(text),
        });
      }),
    );
  });

  test("a prefix of a document is ok only where it is whole, or closers alone are missing", () => {
    fc.assert(
      fc.property(document, fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        const prefix = text.slice(0, 1 + (cut % text.length));
        const result = repair(prefix);
        if (result.status !== "ok" || prefix.length === text.length) return;
        expect(result.rung).toBe("close_braces");
        const closers = result.text.slice(prefix.length);
        expect(result.text.startsWith(prefix)).toBe(true);
        expect(closers).toMatch(/^[}\]]+$/);
      }),
      { numRuns: 500 },
    );
  });

  test("with finish reason length nothing is ever closed", () => {
    fc.assert(
      fc.property(document, fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        const prefix = text.slice(0, 1 + (cut % text.length));
        const result = repair(prefix, { finishReason: "length" });
        if (prefix.length < text.length) expect(result.status).not.toBe("ok");
      }),
    );
  });

  const plain = fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), json, { minKeys: 1, maxKeys: 4 });
  test.each([
    ["fence", (text: string) => `\`\`\`json\n${text}\n\`\`\``],
    ["fence", (text: string) => `Here you go:\n\n\`\`\`\n${text}\n\`\`\`\nHope that helps.`],
    ["extract", (text: string) => `Sure. The answer is ${text}`],
    ["extract", (text: string) => `<think>what about {"x": 1}?</think>\n${text}`],
    ["extract", (text: string) => `\uFEFF${text}`],
    ["extract", (text: string) => `<tool_call>\n${text}\n</tool_call>`],
    ["trailing_comma", (text: string) => text.replace(/\}$/, ",}")],
    ["comments", (text: string) => text.replace(/^\{/, "{ /* the answer */ ")],
    ["comments", (text: string) => text.replace(/\}$/, " // done\n}")],
    ["close_braces", (text: string) => `\`\`\`json\n${text.slice(0, -1)}\n\`\`\``],
  ])("one known fault (%s) is mended to the same value", (rung, fault) => {
    fc.assert(
      fc.property(plain, (value) => {
        const text = JSON.stringify(value);
        const result = repair(fault(text));
        expect(result.status === "ok" ? result.value : result.reason).toEqual(JSON.parse(text));
        expect(result.rung).toBe(rung);
      }),
    );
  });

  test("Python's spelling of a dictionary is mended to the same value", () => {
    const pythonic = (value: unknown): string => {
      if (value === true) return "True";
      if (value === false) return "False";
      if (value === null) return "None";
      if (typeof value === "string")
        return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
      if (Array.isArray(value)) return `[${value.map(pythonic).join(", ")}]`;
      if (typeof value === "object")
        return `{${Object.entries(value!)
          .map(([key, each]) => `${pythonic(key)}: ${pythonic(each)}`)
          .join(", ")}}`;
      return JSON.stringify(value);
    };
    const words = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(null, true, false),
        fc.integer(),
        fc.stringMatching(/^[a-z' ]{0,8}$/),
        fc.array(tie("value"), { maxLength: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), words, { minKeys: 1, maxKeys: 4 }),
        (value) => {
          const result = repair(pythonic(value));
          expect(result.status === "ok" ? result.value : result.reason).toEqual(value);
        },
      ),
    );
  });

  test("nothing is invented: every scalar and key of a mended value stands in the text", () => {
    const noise = fc
      .array(
        fc.constantFrom(
          "{",
          "}",
          "[",
          "]",
          '"',
          "'",
          ",",
          ":",
          "a",
          "b c",
          "1",
          "-2",
          "0.5",
          "true",
          "None",
          "\n",
          " ",
          "//x\n",
          "```",
          "\\",
          "\\n",
        ),
        { maxLength: 24 },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(noise, (text) => {
        const result = repair(text);
        if (result.status !== "ok") return;
        for (const atom of atoms(result.value)) {
          const bare = atom.startsWith('"') ? (JSON.parse(atom) as string) : atom;
          const python = { true: "True", false: "False", null: "None" }[bare];
          const stands =
            text.includes(bare) ||
            (python !== undefined && text.includes(python)) ||
            text.replaceAll("\\", "").includes(bare.replaceAll("\\", "").replaceAll("\n", "n")) ||
            text.includes(atom.slice(1, -1)) ||
            text.replaceAll("\\n", "\n").replaceAll("\\", "").includes(bare.replaceAll("\\", ""));
          expect(stands, `${atom} in ${JSON.stringify(text)}`).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("it never throws, lone surrogates included, and always says one of three things", () => {
    const any = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
    );
    fc.assert(
      fc.property(any, (text) => {
        expect(["ok", "truncated", "unrepairable"]).toContain(repair(text).status);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(["{", "[", '{"a":', '"', "\\", '[{"', "```", "<think>", "{'a':", "# \n", "{}", "[1,"])(
    "a hundred thousand times %j neither crashes nor hangs",
    (piece) => {
      expect(["ok", "truncated", "unrepairable"]).toContain(repair(piece.repeat(100_000)).status);
    },
  );

  test("a document nested deeper than the cap is refused with the reason", () => {
    const result = repair(`${"[".repeat(5000)}1,${"]".repeat(5000)}`);
    expect(result).toMatchObject({ status: "unrepairable", reason: expect.stringContaining("4000 levels") });
  });

  test("__proto__ is data on every rung", () => {
    const result = repair('{"__proto__": {"x": 1},}');
    expect(result.status === "ok" && Object.hasOwn(result.value as object, "__proto__")).toBe(true);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test("repeated keys and integers that JSON.parse rounds are warned of", () => {
    expect(repair('{"a":1,"a":2}').warnings).toMatchObject([{ code: "duplicate_key", token: "a" }]);
    expect(repair('{"a":9007199254740993,}').warnings).toMatchObject([
      { code: "unsafe_integer", token: "9007199254740993" },
    ]);
  });
});

describe("RepairStats", () => {
  test("counts, merges and comes back from JSON the same", () => {
    const one = new RepairStats();
    for (const text of ["{}", "{'a':1}", '{"a', "no"]) one.add(repair(text));
    const two = RepairStats.fromJson(JSON.stringify(one));
    expect(two.counts()).toEqual(one.counts());
    one.merge(two);
    expect(one.counts()).toMatchObject({
      ok: 4,
      truncated: 2,
      unrepairable: 2,
      rungs: { none: 2, quotes: 2 },
    });
    expect(one.mended).toBe(2);
    expect(RepairStats.fromJson("broken").counts().ok).toBe(0);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";

/** One language, written for both readers. */
type Twin = { readonly gbnf: string; readonly regExp: string };

const BOUNDS = ["*", "+", "?", "{0}", "{2}", "{1,}", "{0,2}", "{1,3}"];

const twins: fc.Arbitrary<Twin> = fc.letrec<{ twin: Twin }>((tie) => {
  const many = fc.array(tie("twin"), { minLength: 1, maxLength: 3 });
  return {
    twin: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      fc.constantFrom(
        { gbnf: '"a"', regExp: "a" },
        { gbnf: '"ab"', regExp: "(?:ab)" },
        { gbnf: '""', regExp: "(?:)" },
        { gbnf: "[ab]", regExp: "[ab]" },
        { gbnf: "[^a]", regExp: "[^a]" },
        { gbnf: ".", regExp: "." },
        { gbnf: '"é"', regExp: "é" },
        { gbnf: '"😀"', regExp: "😀" },
      ),
      many.map((parts) => joined(parts, " ", "")),
      many.map((parts) => joined(parts, " | ", "|")),
      fc
        .tuple(tie("twin"), fc.constantFrom(...BOUNDS))
        .map(([{ gbnf, regExp }, bound]) => ({ gbnf: `(${gbnf})${bound}`, regExp: `(?:${regExp})${bound}` })),
    ),
  };
}).twin;

function joined(parts: readonly Twin[], gbnfGlue: string, regExpGlue: string): Twin {
  const gbnf = parts.map((part) => part.gbnf).join(gbnfGlue);
  return { gbnf: `(${gbnf})`, regExp: `(?:${parts.map((part) => part.regExp).join(regExpGlue)})` };
}

const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "é", "😀", "c"), maxLength: 6 }), {
  minLength: 1,
  maxLength: 8,
});

describe("regular grammars agree with the regular expressions of JavaScript", () => {
  it("about whole texts, in one piece, in characters and in bytes", () => {
    fc.assert(
      fc.property(twins, texts, ({ gbnf, regExp }, candidates) => {
        const grammar = parseGrammar(`root ::= ${gbnf}`);
        const pattern = new RegExp(`^(?:${regExp})$`, "su");
        for (const text of candidates) {
          const expected = pattern.test(text);
          expect([text, grammar.accepts(text)]).toEqual([text, expected]);
          const inBytes = grammar.start().advanceBytes(new TextEncoder().encode(text));
          expect(inBytes?.isComplete ?? false).toBe(expected);
          const unitByUnit = text
            .split("")
            .reduce(
              (matcher: ReturnType<typeof grammar.start> | null, unit) => matcher?.advance(unit) ?? null,
              grammar.start(),
            );
          expect(unitByUnit?.isComplete ?? false).toBe(expected);
          if (expected) expect(grammar.couldComplete(text.slice(0, text.length / 2))).toBe(true);
        }
      }),
      { numRuns: 1500, seed: 20261201 },
    );
  });

  it("about the characters and bytes that may follow", () => {
    fc.assert(
      fc.property(twins, texts, ({ gbnf }, candidates) => {
        const grammar = parseGrammar(`root ::= ${gbnf}`);
        for (const text of candidates) {
          const matcher = grammar.start().advance(text);
          if (matcher === null) continue;
          const ranges = matcher.allowedCodePoints();
          for (const character of ["a", "b", "é", "😀", "\n"]) {
            const codePoint = character.codePointAt(0)!;
            const isListed = ranges.some(([low, high]) => codePoint >= low && codePoint <= high);
            expect(matcher.couldFollow(character)).toBe(isListed);
          }
          const bytes = matcher.nextBytes();
          for (let byte = 0; byte < 256; byte++) {
            expect(matcher.advanceBytes(new Uint8Array([byte])) !== null).toBe(bytes.has(byte));
          }
        }
      }),
      { numRuns: 150, seed: 20261201 },
    );
  });
});

import { describe, expect, it } from "vitest";
import type { Matcher } from "../../src/grammar/matcher.ts";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";

function matcherAfter(grammar: string, text: string): Matcher {
  const matcher = parseGrammar(grammar).start().advance(text);
  if (matcher === null) throw new Error(`${text} does not fit`);
  return matcher;
}

const characters = (matcher: Matcher): readonly string[] =>
  matcher.allowedCodePoints().map(([low, high]) => `${String.fromCodePoint(low, 0x2d, high)}`);

describe("a matcher is the state of a decoder's mask", () => {
  const OBJECT = 'root ::= "{" key ("," key)* "}"\nkey ::= "\\"" [a-c]{1,2} "\\""';

  it("lists the characters that may come next as merged ranges", () => {
    expect(characters(matcherAfter(OBJECT, ""))).toEqual(["{-{"]);
    expect(characters(matcherAfter(OBJECT, '{"a'))).toEqual(['"-"', "a-c"]);
    expect(characters(matcherAfter(OBJECT, '{"ab'))).toEqual(['"-"']);
    expect(characters(matcherAfter('root ::= [a-c] | [d-f] | "b"', ""))).toEqual(["a-f"]);
  });

  it("is complete exactly behind a sentence, and nothing follows a sentence that cannot go on", () => {
    expect(matcherAfter(OBJECT, '{"a"').isComplete).toBe(false);
    const done = matcherAfter(OBJECT, '{"a"}');
    expect(done.isComplete).toBe(true);
    expect(done.allowedCodePoints()).toEqual([]);
    expect([...done.nextBytes()]).toEqual([]);
  });

  it("stays as it was while continuations are tried", () => {
    const matcher = matcherAfter(OBJECT, '{"a');
    expect(matcher.advance('b","c"}')?.isComplete).toBe(true);
    expect(matcher.advance("x")).toBeNull();
    expect(matcher.advance('"}')?.isComplete).toBe(true);
    expect(matcher.couldFollow('b"')).toBe(true);
    expect(matcher.couldFollow("bb")).toBe(false);
    expect(matcher.advance("")).toBe(matcher);
  });
});

describe("bytes and halves of characters", () => {
  const SOME = 'root ::= ("é" | "è" | "中" | [\\U0001F600-\\U0001F640]) "!"';

  it("says which bytes begin a character that may follow", () => {
    expect([...matcherAfter(SOME, "").nextBytes()]).toEqual([0xc3, 0xe4, 0xf0]);
  });

  it("says which bytes continue the character that was begun", () => {
    const next = (...bytes: number[]): number[] => [
      ...(parseGrammar(SOME).start().advanceBytes(new Uint8Array(bytes))?.nextBytes() ?? []),
    ];
    expect(next(0xc3)).toEqual([0xa8, 0xa9]);
    expect(next(0xf0)).toEqual([0x9f]);
    expect(next(0xf0, 0x9f, 0x99)).toEqual([0x80]);
    expect(next(0xf0, 0x9f, 0x98).length).toBe(64);
    expect(next(0xc3, 0xa9)).toEqual([0x21]);
  });

  it.each<[string, number[]]>([
    ["a byte that is no character of the grammar", [0xc3, 0xaa]],
    ["a continuation byte alone", [0xa9]],
    ["an overlong form", [0xe0, 0x83, 0xa9]],
    ["a character broken off by another", [0xc3, 0x21]],
    ["a byte that UTF-8 never uses", [0xff]],
    ["a lead byte of a character that the grammar lacks", [0xc5]],
  ])("refuses %s", (_, bytes) => {
    expect(parseGrammar(SOME).start().advanceBytes(new Uint8Array(bytes))).toBeNull();
  });

  it("refuses surrogates spelled in UTF-8 though any character would do", () => {
    const any = parseGrammar("root ::= .").start();
    expect(any.advanceBytes(new Uint8Array([0xed, 0xa0]))).toBeNull();
    expect(any.advanceBytes(new Uint8Array([0xed, 0x9f, 0xbf]))?.isComplete).toBe(true);
    expect([...any.nextBytes()].length).toBe(128 + 30 + 16 + 5);
  });

  it("waits for the second half of a surrogate pair", () => {
    const half = parseGrammar(SOME).start().advance("\ud83d");
    expect(half?.isComplete).toBe(false);
    expect(half?.allowedCodePoints()).toEqual([[0x1f600, 0x1f640]]);
    expect(half?.advance("\ude00!")?.isComplete).toBe(true);
    expect(half?.advance("!")).toBeNull();
    expect(half?.advanceBytes(new Uint8Array([0x21]))).toBeNull();
    expect([...(half?.nextBytes() ?? [])]).toEqual([]);
    expect(parseGrammar(SOME).start().advance("\ud83c")).toBeNull();
  });

  it("reads bytes and text alike, in whatever pieces they come", () => {
    const text = "中!";
    const bytes = new TextEncoder().encode(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const matcher = parseGrammar(SOME).start().advanceBytes(bytes.subarray(0, cut));
      expect(matcher?.advanceBytes(bytes.subarray(cut))?.isComplete).toBe(true);
    }
  });
});

import { describe, expect, it } from "vitest";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import { grammarErrorOf } from "./support/grammar-error-of.ts";

describe("a grammar decides about whole texts", () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    ["a literal", 'root ::= "ab"', ["ab"], ["", "a", "abc", "AB"]],
    ["an empty literal", 'root ::= "" "a" ""', ["a"], ["", "aa"]],
    ["an empty alternative", 'root ::= "a" |', ["a", ""], ["b"]],
    ["a class", "root ::= [a-c_x-]", ["a", "c", "_", "-", "x"], ["d", "y", "", "ab"]],
    ["a class that starts with a hyphen", "root ::= [-a]", ["-", "a"], ["b"]],
    ["a negated class", 'root ::= [^"\\\\]', ["a", "😀", "\n"], ['"', "\\", ""]],
    ["any character", "root ::= . .", ["ab", "😀é", "\n\n"], ["a", "abc"]],
    ["escapes", 'root ::= "\\"\\\\\\n\\r\\t\\x41\\u00e9\\U0001F600\\[\\]"', ['"\\\n\r\tAé😀[]'], [""]],
    ["a raw newline in a literal", 'root ::= "a\nb"', ["a\nb"], ["ab"]],
    ["a group over several lines", 'root ::= ("a"\n  | "b" # note\n  )\n# end\n', ["a", "b"], ["ab"]],
    ["a line that goes on behind a bar", 'root ::= "a" |\n "b"', ["a", "b"], ["ab"]],
    ["a body on the next line, CRLF", 'root ::=\r\n  x "b"\r\nx ::= "a"\r\n', ["ab"], ["a"]],
    ["star, plus, question mark", 'root ::= "a"* [b]+ ("c")?', ["b", "aabb", "bc"], ["a", "ac", "bcc"]],
    ["an exact count", 'root ::= "ab"{2}', ["abab"], ["ab", "ababab"]],
    ["a lower bound", "root ::= [0-9]{2,}", ["12", "123456"], ["1"]],
    ["both bounds, with blanks", 'root ::= ("a" | "b"){ 1 , 2 }', ["a", "ba"], ["", "aba"]],
    ["a count of zero", 'root ::= "a"{0} "b" "c"{0,0}', ["b"], ["ab", "bc"]],
    ["a repeated repetition", 'root ::= "a"{2}{1,2}', ["aa", "aaaa"], ["a", "aaa", "aaaaa"]],
    ["nested right recursion", 'root ::= "(" root ")" | "x"', ["x", "((x))"], ["(x", "(x))"]],
    ["a rule used before it is defined", 'root ::= a-1 b\nb ::= "y"\na-1 ::= "x"', ["xy"], ["x"]],
    ["alternatives with a common beginning", 'root ::= "a" | "ab" | "abc"', ["a", "ab", "abc"], ["ac"]],
    ["a surrogate, which no text holds", 'root ::= "\\uD83D\\uDE00" | "x"', ["x"], ["😀", "\ud83d"]],
    ["a lone surrogate in the text", "root ::= [^a]", ["b"], ["\ud800", "\udc00"]],
  ])("%s", (_, text, accepted, refused) => {
    const grammar = parseGrammar(text);
    expect(accepted.filter((sentence) => !grammar.accepts(sentence))).toEqual([]);
    expect(refused.filter((sentence) => grammar.accepts(sentence))).toEqual([]);
  });

  it("tells a beginning from a dead end", () => {
    const grammar = parseGrammar('root ::= "{" [a-z]+ (":" [0-9]{1,3})? "}"');
    expect(["", "{", "{ab", "{ab:1", "{ab}"].every(grammar.couldComplete)).toBe(true);
    expect(["}", "{}", "{ab:}", "{ab:1234", "{ab}}"].some(grammar.couldComplete)).toBe(false);
  });

  it("leaves out an alternative that no finite text matches", () => {
    const grammar = parseGrammar('root ::= "a" loop | "ab"\nloop ::= "x" loop');
    expect(grammar.couldComplete("a")).toBe(true);
    expect(grammar.couldComplete("ax")).toBe(false);
    expect(parseGrammar('root ::= "a" ("b" loop)* "c"\nloop ::= "x" loop').couldComplete("ab")).toBe(false);
  });
});

describe("a text that is no grammar is refused at its place", () => {
  it.each<[string, string, number, number, RegExp]>([
    ["an empty text", "", 1, 1, /no rule named root/],
    ["no root", 'start ::= "a"', 1, 1, /no rule named root/],
    ["a name alone", "root", 1, 5, /expected ::=/],
    ["another arrow", 'root := "a"', 1, 6, /expected ::=/],
    ["an open literal", 'root ::= "a', 1, 12, /middle of a literal/],
    ["an open class", "root ::= [a", 1, 12, /middle of a literal or class/],
    ["an open group", 'root ::= ("a"', 1, 14, /\) is missing/],
    ["a stray parenthesis", 'root ::= "a" )', 1, 14, /closes nothing/],
    ["a stray quantifier", "root ::= *", 1, 10, /nothing here to repeat/],
    ["a quantifier behind a bar", 'root ::= "a" | +', 1, 16, /nothing here to repeat/],
    ["an underscore in a name", 'root ::= a_b\na ::= "x"', 1, 11, /no underscore/],
    ["an unknown character", 'root ::= "a" $', 1, 14, /unexpected "\$"/],
    ["an unknown escape", 'root ::= "a\\/"', 1, 12, /unknown escape \\\//],
    ["a short escape", 'root ::= "\\u12"', 1, 11, /4 hexadecimal digits/],
    ["a code point that is none", 'root ::= "\\U00110000"', 1, 11, /10FFFF/],
    ["an empty class", 'root ::= "a"\nx ::= []', 2, 7, /class is empty/],
    ["a backward range", "root ::= [z-a]", 1, 11, /runs backwards/],
    ["bounds the wrong way round", 'root ::= "a"{3,1}', 1, 13, /more than it allows/],
    ["no lower bound", 'root ::= "a"{,3}', 1, 14, /lower bound/],
    ["an open repetition", 'root ::= "a"{1,3', 1, 17, /expected }/],
    ["a count beyond a C int", 'root ::= "a"{1,99999999999}', 1, 16, /no count is above/],
    ["an undefined rule", 'root ::= "a" b', 1, 14, /b is used here but defined nowhere/],
    ["a rule defined twice", 'root ::= "a"\nroot ::= "b"', 2, 1, /defined twice/],
    ["a body that goes on in the next line", 'root ::= "a"\n  "b"', 2, 3, /expected a rule name/],
    ["a NUL", 'root ::= "a\0"', 1, 12, /NUL/],
    ["left recursion", 'root ::= root "a" | "a"', 1, 10, /left recursion: the rule root/],
    ["left recursion through others", 'root ::= a\na ::= b "x"\nb ::= a', 3, 7, /left recursion: the rule a/],
    [
      "left recursion behind a nullable prefix",
      'root ::= ws root "x" | "x"\nws ::= " "?',
      1,
      13,
      /left recursion/,
    ],
    ["left recursion in a loop", 'root ::= ("x"? root)* "y"', 1, 16, /left recursion/],
    ["an endless root", 'root ::= "a" root', 1, 1, /endless/],
    ["an endless pair of rules", 'x ::= "a" root\nroot ::= "b" x', 2, 1, /endless/],
  ])("%s", (_, text, line, column, reason) => {
    const error = grammarErrorOf(() => parseGrammar(text));
    expect([error.line, error.column, error.pointer]).toEqual([line, column, undefined]);
    expect(error.message).toMatch(reason);
    expect(error.code).toBe("ERR_GRAMMAR");
  });
});

/** Whether a text is a whole JSON object or array, or could become one by writing on. */
export type JsonPrefix = "complete" | "prefix" | "broken";

const NUMBER_OR_WORD = /[-+.0-9a-zA-Z]/;
const COMPLETE_SCALAR = /^(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)$/;
const PARTIAL_SCALAR =
  /^(?:t|tr|tru|true|f|fa|fal|fals|false|n|nu|nul|null|-|-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]*)?)$/;

type Expect = "value" | "value_or_close" | "key" | "key_or_close" | "colon" | "comma_or_close";

/**
 * Reads a text that begins with `{` or `[` (white space before it is allowed). One linear scan, explicit stack.
 * Text after the end of the root is `broken`: a decoder ends there.
 */
export function jsonPrefix(text: string): JsonPrefix {
  const closers: string[] = [];
  let expect: Expect = "value";
  let started = false;
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    if (character === " " || character === "\t" || character === "\n" || character === "\r") {
      at += 1;
      continue;
    }
    if (started && closers.length === 0) return "broken";
    if (!started && character !== "{" && character !== "[") return "broken";
    started = true;

    if (character === "{" || character === "[") {
      if (expect !== "value" && expect !== "value_or_close") return "broken";
      closers.push(character === "{" ? "}" : "]");
      expect = character === "{" ? "key_or_close" : "value_or_close";
      at += 1;
    } else if (character === "}" || character === "]") {
      const mayClose: boolean =
        expect === "comma_or_close" || expect === "key_or_close" || expect === "value_or_close";
      if (!mayClose || closers.pop() !== character) return "broken";
      expect = "comma_or_close";
      at += 1;
    } else if (character === ",") {
      if (expect !== "comma_or_close") return "broken";
      expect = closers.at(-1) === "}" ? "key" : "value";
      at += 1;
    } else if (character === ":") {
      if (expect !== "colon") return "broken";
      expect = "value";
      at += 1;
    } else if (character === '"') {
      const isKey: boolean = expect === "key" || expect === "key_or_close";
      if (!isKey && expect !== "value" && expect !== "value_or_close") return "broken";
      const end = stringEnd(text, at);
      if (end === "cut") return "prefix";
      if (end === "broken") return "broken";
      expect = isKey ? "colon" : "comma_or_close";
      at = end;
    } else {
      if (expect !== "value" && expect !== "value_or_close") return "broken";
      let end = at;
      while (end < text.length && NUMBER_OR_WORD.test(text[end]!)) end += 1;
      const scalar = text.slice(at, end);
      if (end === text.length) return PARTIAL_SCALAR.test(scalar) ? "prefix" : "broken";
      if (!COMPLETE_SCALAR.test(scalar)) return "broken";
      expect = "comma_or_close";
      at = end;
    }
  }
  if (!started) return "broken";
  return closers.length === 0 ? "complete" : "prefix";
}

/** The index after the closing quote, or what became of the string. */
function stringEnd(text: string, open: number): number | "cut" | "broken" {
  for (let at = open + 1; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '"') return at + 1;
    if (character < " ") return "broken";
    if (character !== "\\") continue;
    at += 1;
    if (at >= text.length) return "cut";
    if (text[at] === "u") {
      const digits = text.slice(at + 1, at + 5);
      if (!/^[0-9a-fA-F]*$/.test(digits)) return "broken";
      if (digits.length < 4) return "cut";
      at += 4;
    } else if (!'"\\/bfnrt'.includes(text[at]!)) return "broken";
  }
  return "cut";
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../src/json-value.ts";
import { repair } from "../../src/repair/repair.ts";

const WORDS = [
  "",
  "x",
  "it's",
  "the boys' song",
  "a, b: c",
  "say #1",
  "http://a.b/c",
  "{x}",
  "[1]",
  "```",
  "a\nb",
  "back\\slash",
  "don't, won't",
  "'q'",
  "rock 'n' roll",
  "“w”",
  "`t`",
  "True",
  "</think>",
  "x' ",
  "boys' #1 hit",
  "a' // b",
  'he said "hi"',
  "é☃😀",
];
const scalar = fc.constantFrom<JsonValue>(...WORDS, 0, 1, -2, 3.5, true, false, null);
const keys = fc.constantFrom("a", "b_c", "k-1", "it's", "x y", "é");
const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(keys, tie("value"), { maxKeys: 3 }),
  ),
})).value;
const document = fc.oneof(
  fc.array(json, { minLength: 1, maxLength: 3 }),
  fc.dictionary(keys, json, { minKeys: 1, maxKeys: 3 }),
);

interface Manner {
  readonly quote: string;
  readonly bareKeys: boolean;
  readonly python: boolean;
  readonly comments: boolean;
  readonly trailingCommas: boolean;
  readonly missingCommas: boolean;
  /** Decides at every place what is written there. */
  readonly dice: readonly number[];
}
const manner: fc.Arbitrary<Manner> = fc.record({
  quote: fc.constantFrom('"', '"', "'", "'", "`", "“"),
  bareKeys: fc.boolean(),
  python: fc.boolean(),
  comments: fc.boolean(),
  trailingCommas: fc.boolean(),
  missingCommas: fc.boolean(),
  dice: fc.array(fc.nat(11), { minLength: 7, maxLength: 40 }),
});

/** A value as a model may write it, with every liberty at once. */
function written(root: JsonValue, how: Manner): string {
  let thrown = 0;
  const dice = (): number => how.dice[thrown++ % how.dice.length]!;
  const blank = (): string => {
    const gap = ["", "", " ", "\n", "\n  ", " "];
    const comments = [" /* c */ ", " // c\n", " # c\n"];
    const at = dice();
    return at < 9 ? gap[at % 6]! : how.comments ? comments[at - 9]! : " ";
  };
  const string = (text: string): string => {
    const plain = JSON.stringify(text).slice(1, -1);
    if (how.quote === '"') return `"${plain}"`;
    const body = plain.replaceAll('\\"', '"');
    if (how.quote === "“") return `“${body}”`;
    const escaped = how.quote === "`" || dice() < 6 ? body.replaceAll(how.quote, `\\${how.quote}`) : body;
    return how.quote + escaped + how.quote;
  };
  const word = (value: boolean | null): string => {
    if (!how.python) return String(value);
    return value === null ? "None" : value ? "True" : "False";
  };
  const write = (value: JsonValue): string => {
    if (typeof value === "string") return string(value);
    if (typeof value === "number") return String(value);
    if (typeof value === "boolean" || value === null) return word(value);
    const key = (name: string): string =>
      how.bareKeys && /^[\p{L}_][\p{L}_0-9-]*$/u.test(name) ? name : string(name);
    const items = Array.isArray(value)
      ? value.map(write)
      : Object.entries(value).map(
          ([name, each]) => `${key(name)}${blank()}:${blank()}${write(each as JsonValue)}`,
        );
    const joint = (): string => (how.missingCommas && dice() < 2 ? "\n" : `${blank()},`);
    const body = items.map((item, at) => `${blank()}${item}${at < items.length - 1 ? joint() : ""}`).join("");
    const end = how.trailingCommas && items.length > 0 && dice() < 6 ? "," : "";
    return Array.isArray(value) ? `[${body}${end}${blank()}]` : `{${body}${end}${blank()}}`;
  };
  return write(root);
}

const AROUND: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `Sure, here's it:\n${text}`,
  (text) => `\`\`\`json\n${text}\n\`\`\``,
  (text) => `Here:\n~~~\n${text}\n~~~\nDone.`,
  (text) => `${text}\nHope that helps!`,
];
const around = fc.constantFrom(...AROUND);

/** Whether everything in a value stands in the whole at the same place. */
function isPartOf(part: JsonValue, whole: JsonValue | undefined): boolean {
  if (Array.isArray(part))
    return Array.isArray(whole) && part.every((each, at) => at < whole.length && isPartOf(each, whole[at]));
  if (typeof part !== "object" || part === null) return part === whole;
  if (typeof whole !== "object" || whole === null || Array.isArray(whole)) return false;
  const other = whole as Readonly<Record<string, JsonValue>>;
  return Object.entries(part).every(
    ([key, each]) => Object.hasOwn(other, key) && isPartOf(each as JsonValue, other[key]),
  );
}

describe("a document that is written with every liberty at once", () => {
  test("comes back as the value that was meant, or not at all", () => {
    let mended = 0;
    fc.assert(
      fc.property(document, manner, around, (value, how, wrap) => {
        const result = repair(wrap(written(value, how)));
        if (result.status !== "ok") return;
        mended += 1;
        expect(result.value).toEqual(value);
      }),
      { numRuns: 2000 },
    );
    expect(mended).toBeGreaterThan(1200);
  });

  test("cut anywhere gives no leaf that the whole does not hold at that place", () => {
    fc.assert(
      fc.property(document, manner, around, fc.nat(), (value, how, wrap, cut) => {
        const text = wrap(written(value, how));
        const result = repair(text.slice(0, cut % text.length));
        if (result.status === "ok")
          expect(isPartOf(result.value, value), JSON.stringify(result.value)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

import { isJsonObject, type JsonValue } from "../../../src/json-value.ts";
import { inDeclaredOrder } from "./judge-value.ts";

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gy;

const WHITE_SPACE = /^(?: |\n[ \t]{0,20})?$/;

/** How a valid JSON text is written, as far as a derived grammar cares. */
type Spelling = {
  readonly tokens: readonly string[];
  readonly gaps: readonly string[];
};

function spellingOf(text: string): Spelling {
  const tokens: string[] = [];
  const gaps: string[] = [];
  let offset = 0;
  while (offset < text.length) {
    const gap = /\s*/y;
    gap.lastIndex = offset;
    const space = gap.exec(text)?.[0] ?? "";
    offset += space.length;
    gaps.push(space);
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text)?.[0] ?? "";
    if (token === "") break;
    tokens.push(token);
    offset += token.length;
    if (offset === text.length) gaps.push("");
  }
  return { tokens, gaps };
}

/**
 * Whether a text, valid by JSON.parse and ajv, is written in a way that docs/grammar.md says a grammar takes: properties in
 * declared order and once each; bounded white space, none around the document; numbers as JSON.stringify writes them (or -0);
 * names, and every value of a schema with an enum, as JSON.stringify writes them; no half of a surrogate pair.
 * Where this says no, a grammar may refuse the text although it is valid. These are all the ways in which it may.
 */
export function isWithinSpelling(schema: JsonValue, text: string): boolean {
  const value = JSON.parse(text) as JsonValue;
  const canonical = JSON.stringify(value);
  if (JSON.stringify(inDeclaredOrder(schema, value)) !== canonical) return false;
  const { tokens, gaps } = spellingOf(text);
  const expected = spellingOf(canonical).tokens;
  if (gaps[0] !== "" || gaps.at(-1) !== "" || !gaps.every((gap) => WHITE_SPACE.test(gap))) return false;
  if (tokens.length !== expected.length || /\\ud[89a-f]/.test(canonical.replaceAll("\\\\", ""))) return false;
  const strict = JSON.stringify(schema).includes('"enum":');
  return tokens.every((token, index) => {
    if (token === expected[index]) return true;
    const isName = tokens[index + 1] === ":";
    return (token === "-0" || token.startsWith('"')) && !isName && !strict;
  });
}

/** True where no object of the text names a property twice, in whatever spelling. */
export function hasUniqueNames(text: string): boolean {
  const names = spellingOf(text).tokens.filter((_, index, tokens) => tokens[index + 1] === ":").length;
  return names === countNames(JSON.parse(text) as JsonValue);
}

function countNames(value: JsonValue): number {
  if (!isJsonObject(value) && !Array.isArray(value)) return 0;
  const children = Object.values(value) as JsonValue[];
  const own = Array.isArray(value) ? 0 : children.length;
  return own + children.reduce((sum: number, child) => sum + countNames(child), 0);
}

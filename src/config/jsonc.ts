import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { JsonValue } from "../json-value.ts";

/** A value in a JSONC text, with where it stands. Offsets are in UTF-16 units. */
export interface JsoncNode {
  readonly kind: "object" | "array" | "other";
  readonly offset: number;
  readonly end: number;
  /** The value; of an object without a prototype, and of two properties with one name the last. */
  readonly value: JsonValue;
  /** Of an object, in the order of the text, repeated names included. */
  readonly properties: readonly JsoncProperty[];
  readonly elements: readonly JsoncNode[];
}

export interface JsoncProperty {
  readonly name: string;
  readonly offset: number;
  readonly end: number;
  readonly value: JsoncNode;
}

export interface JsoncToken {
  readonly kind: "comma" | "line_comment" | "block_comment" | "line_break" | "blank" | "other";
  readonly offset: number;
  readonly end: number;
}

export type JsoncParse =
  | {
      readonly ok: true;
      /** `null` where there is nothing but white space and comments. */
      readonly root: JsoncNode | null;
      readonly tokens: readonly JsoncToken[];
    }
  | { readonly ok: false; readonly problem: string; readonly offset: number };

/** No file of settings is nested deeper; jsonc-parser overflows the stack at some thousands. */
const MAX_DEPTH = 32;

/** SyntaxKind of jsonc-parser, which is a const enum and so cannot be imported as a value. */
const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blank: 15,
  end: 17,
} as const;

const KINDS: Readonly<Record<number, JsoncToken["kind"]>> = {
  [TOKEN.comma]: "comma",
  [TOKEN.lineComment]: "line_comment",
  [TOKEN.blockComment]: "block_comment",
  [TOKEN.lineBreak]: "line_break",
  [TOKEN.blank]: "blank",
};

/** JSON with comments and trailing commas, without a byte order mark. The one place that imports jsonc-parser. */
export function parseJsonc(text: string): JsoncParse {
  const tokens: JsoncToken[] = [];
  const scanner = createScanner(text, false);
  let depth = 0;
  for (let kind: number = scanner.scan(); kind !== TOKEN.end; kind = scanner.scan()) {
    const offset = scanner.getTokenOffset();
    tokens.push({ kind: KINDS[kind] ?? "other", offset, end: offset + scanner.getTokenLength() });
    if (kind === TOKEN.openBrace || kind === TOKEN.openBracket) depth += 1;
    if (kind === TOKEN.closeBrace || kind === TOKEN.closeBracket) depth -= 1;
    if (depth > MAX_DEPTH) return { ok: false, problem: `is nested deeper than ${MAX_DEPTH} levels`, offset };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const first = errors[0];
  if (first !== undefined) return { ok: false, problem: wordsFor(first), offset: first.offset };
  return { ok: true, root: tree === undefined ? null : toNode(tree), tokens };
}

/** `ValueExpected` becomes `value expected`. */
function wordsFor({ error }: ParseError): string {
  return `is not valid JSON: ${printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()}`;
}

function toNode(node: Node): JsoncNode {
  const { offset, type, children = [] } = node;
  const end = offset + node.length;
  if (type === "object") {
    const properties = children.flatMap(toProperty);
    const value: Record<string, JsonValue> = Object.create(null);
    for (const each of properties) value[each.name] = each.value.value;
    return { kind: "object", offset, end, value, properties, elements: [] };
  }
  if (type === "array") {
    const elements = children.map(toNode);
    return {
      kind: "array",
      offset,
      end,
      value: elements.map((each) => each.value),
      properties: [],
      elements,
    };
  }
  return { kind: "other", offset, end, value: node.value as JsonValue, properties: [], elements: [] };
}

function toProperty(property: Node): readonly JsoncProperty[] {
  const [name, value] = property.children ?? [];
  if (name === undefined || value === undefined) return [];
  const node = toNode(value);
  return [{ name: String(name.value), offset: property.offset, end: node.end, value: node }];
}

/** The property that counts: of several with one name, the last. */
export function propertyOf(node: JsoncNode, name: string): JsoncProperty | undefined {
  return node.properties.findLast((each) => each.name === name);
}

/** Line and column of an offset, both from 1. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

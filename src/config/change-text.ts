import type { JsonValue } from "../json-value.ts";
import { insertItem } from "./insert-item.ts";
import { type JsoncNode, type JsoncToken, parseJsonc, positionAt, propertyOf } from "./jsonc.ts";
import { type Layout, layoutOf, renderValue } from "./layout.ts";
import { removeItem } from "./remove-item.ts";
import { applyTextEdits, type TextEdit } from "./text-edit.ts";

/** One change to a file of settings. `append` adds to the list at `path`, which is made where it does not exist. */
export type Change =
  | { readonly op: "set" | "append"; readonly path: readonly string[]; readonly value: JsonValue }
  | { readonly op: "unset"; readonly path: readonly string[] };

export type ChangedText =
  | { readonly ok: true; readonly text: string }
  /** The text is refused as it is: `problem` says what about it, with the line. */
  | { readonly ok: false; readonly problem: string };

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Edits a JSONC text by spans: comments, order, layout, line ends, a byte order mark, repeated and unknown keys stay.
 * A text that does not parse is refused.
 */
export function changeText(text: string, changes: readonly Change[]): ChangedText {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  let body = text.slice(mark.length);
  for (const change of changes) {
    const changed = changeBody(body, change);
    if (!changed.ok) return changed;
    body = changed.text;
  }
  return { ok: true, text: mark + body };
}

interface Parsed {
  readonly text: string;
  readonly tokens: readonly JsoncToken[];
  readonly layout: Layout;
}

function changeBody(text: string, change: Change): ChangedText {
  const parse = parseJsonc(text);
  if (!parse.ok) return { ok: false, problem: at(text, parse.offset, parse.problem) };
  const parsed: Parsed = { text, tokens: parse.tokens, layout: layoutOf(text) };
  const { root } = parse;
  if (root === null) {
    return change.op === "unset" ? { ok: true, text } : { ok: true, text: withFirstObject(parsed, change) };
  }
  if (root.kind !== "object") return { ok: false, problem: at(text, root.offset, "holds no object { ... }") };
  if (change.op === "unset") return unset(text, change.path);
  const edits = setEdits(parsed, root, change);
  return "problem" in edits
    ? { ok: false, problem: edits.problem }
    : { ok: true, text: applyTextEdits(text, edits) };
}

/** A file that is empty, or has only comments, which stay above. */
function withFirstObject(
  { text, layout }: Parsed,
  { op, path, value }: Change & { op: "set" | "append" },
): string {
  const object = nest(path, op === "append" ? [value] : value);
  const above = text === "" || /[\r\n]$/.test(text) ? text : text + layout.lineBreak;
  return above + renderValue(object, layout, "") + layout.lineBreak;
}

function setEdits(
  parsed: Parsed,
  root: JsoncNode,
  { op, path, value }: Change & { op: "set" | "append" },
): readonly TextEdit[] | { readonly problem: string } {
  const { text, tokens, layout } = parsed;
  let container = root;
  for (const [depth, name] of path.entries()) {
    const property = propertyOf(container, name);
    const rest = path.slice(depth + 1);
    if (property === undefined) {
      const added = nest(rest, op === "append" ? [value] : value);
      const render = (indent: string): string =>
        `${JSON.stringify(name)}: ${renderValue(added, layout, indent)}`;
      return insertItem({ text, tokens, layout, container, render });
    }
    if (rest.length === 0) return valueEdits(parsed, property.value, op, value);
    if (property.value.kind !== "object") {
      return {
        problem: at(
          text,
          property.value.offset,
          `"${path.slice(0, depth + 1).join(".")}" is no object { ... }`,
        ),
      };
    }
    container = property.value;
  }
  return [];
}

function valueEdits(
  { text, tokens, layout }: Parsed,
  node: JsoncNode,
  op: "set" | "append",
  value: JsonValue,
): readonly TextEdit[] | { readonly problem: string } {
  if (op === "set") {
    const same = JSON.stringify(node.value) === JSON.stringify(value);
    return same ? [] : [{ offset: node.offset, end: node.end, text: JSON.stringify(value) }];
  }
  if (node.kind !== "array")
    return { problem: at(text, node.offset, "there is a value that is no list [ ... ]") };
  if (node.elements.some((each) => each.value === value)) return [];
  return insertItem({ text, tokens, layout, container: node, render: () => JSON.stringify(value) });
}

/** Each removal reads the text anew; a hostile file can repeat a name any number of times. */
const MAX_REPEATS = 100;

/** All properties of that name: without the last one, an earlier one would come to count. */
function unset(text: string, path: readonly string[]): ChangedText {
  let current = text;
  for (let removed = 0; removed <= MAX_REPEATS; removed += 1) {
    const parse = parseJsonc(current);
    if (!parse.ok || parse.root === null) break;
    let container: JsoncNode | undefined = parse.root;
    for (const name of path.slice(0, -1)) container = container && propertyOf(container, name)?.value;
    const index = container?.properties.findIndex((each) => each.name === path.at(-1)) ?? -1;
    if (container === undefined || index === -1) return { ok: true, text: current };
    current = applyTextEdits(current, removeItem({ text: current, tokens: parse.tokens, container, index }));
  }
  return { ok: false, problem: `"${path.join(".")}" stands there more than ${MAX_REPEATS} times` };
}

function nest(path: readonly string[], value: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>((inner, name) => ({ [name]: inner }), value);
}

function at(text: string, offset: number, problem: string): string {
  const { line, column } = positionAt(text, offset);
  return `line ${line}, column ${column}: ${problem}`;
}

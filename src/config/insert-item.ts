import type { JsoncNode, JsoncToken } from "./jsonc.ts";
import { indentAt, type Layout } from "./layout.ts";
import type { TextEdit } from "./text-edit.ts";

export interface Insertion {
  readonly text: string;
  readonly tokens: readonly JsoncToken[];
  readonly layout: Layout;
  readonly container: JsoncNode;
  /** Renders what is added (a property or an element) for the indentation it will stand at. */
  readonly render: (indent: string) => string;
}

/** Adds an item after the last one of an object or array, in the layout that is there. A comment on the last line stays with it. */
export function insertItem(insertion: Insertion): readonly TextEdit[] {
  const { container } = insertion;
  const last = (container.kind === "array" ? container.elements : container.properties).at(-1);
  return last === undefined ? insertFirst(insertion) : insertAfter(insertion, last);
}

function insertAfter(
  { text, tokens, layout, container, render }: Insertion,
  last: { readonly offset: number; readonly end: number },
): readonly TextEdit[] {
  const following = tokens.filter((each) => each.offset >= last.end && each.end < container.end);
  const comma = following.find((each) => each.kind === "comma");
  const place = endOfLine(following, comma?.end ?? last.end);
  const ownLine = place.afterLineComment || startsLine(text, last.offset);
  const indent = startsLine(text, last.offset)
    ? indentAt(text, last.offset)
    : indentAt(text, container.offset) + layout.indent;
  const added = `${ownLine ? layout.lineBreak + indent : " "}${render(indent)}`;
  if (comma !== undefined) return [{ offset: place.offset, end: place.offset, text: `${added},` }];
  return [
    { offset: last.end, end: last.end, text: "," },
    { offset: place.offset, end: place.offset, text: added },
  ];
}

/** Behind the comments that stand on the same line after `from`. */
function endOfLine(
  following: readonly JsoncToken[],
  from: number,
): { readonly offset: number; readonly afterLineComment: boolean } {
  let offset = from;
  let afterLineComment = false;
  for (const token of following) {
    if (token.offset < from) continue;
    if (token.kind === "line_break" || token.kind === "other" || token.kind === "comma") break;
    if (token.kind === "blank") continue;
    offset = token.end;
    afterLineComment = token.kind === "line_comment";
  }
  return { offset, afterLineComment };
}

function insertFirst({ text, tokens, layout, container, render }: Insertion): readonly TextEdit[] {
  const inside = tokens.filter((each) => each.offset > container.offset && each.end < container.end);
  const comment = inside.findLast((each) => each.kind === "line_comment" || each.kind === "block_comment");
  const offset = comment?.end ?? container.offset + 1;
  const closing = indentAt(text, container.offset);
  const indent = closing + layout.indent;
  if (container.kind === "array" && comment === undefined) {
    return [{ offset, end: offset, text: render(indent) }];
  }
  const closesOnOwnLine = inside.some((each) => each.offset >= offset && each.kind === "line_break");
  const added = `${layout.lineBreak}${indent}${render(indent)}`;
  return [{ offset, end: offset, text: closesOnOwnLine ? added : `${added}${layout.lineBreak}${closing}` }];
}

function startsLine(text: string, offset: number): boolean {
  return /(^|[\r\n])[ \t]*$/.test(text.slice(Math.max(0, offset - 400), offset));
}

import type { JsoncNode, JsoncToken } from "./jsonc.ts";
import type { TextEdit } from "./text-edit.ts";

export interface Removal {
  readonly text: string;
  readonly tokens: readonly JsoncToken[];
  readonly container: JsoncNode;
  /** Which of the container's properties. */
  readonly index: number;
}

/** Removes a property with its comma, and its line where nothing else is on it. Every comment stays. */
export function removeItem({ text, tokens, container, index }: Removal): readonly TextEdit[] {
  const items = container.properties;
  const item = items[index];
  if (item === undefined) return [];
  const until = items[index + 1]?.offset ?? container.end - 1;
  const comma =
    commaBetween(tokens, item.end, until) ??
    (index > 0 ? commaBetween(tokens, items[index - 1]?.end ?? 0, item.offset) : undefined);
  const spans: Span[] = [{ offset: item.offset, end: item.end }];
  if (comma !== undefined) spans.push({ offset: comma.offset, end: comma.end });
  return withBlanks(text, merged(text, spans)).map((span) => ({ ...span, text: "" }));
}

interface Span {
  readonly offset: number;
  readonly end: number;
}

function commaBetween(tokens: readonly JsoncToken[], from: number, until: number): JsoncToken | undefined {
  return tokens.find((each) => each.kind === "comma" && each.offset >= from && each.end <= until);
}

/** One span where only white space lies between the property and the comma after it. */
function merged(text: string, [item, comma]: readonly Span[]): readonly Span[] {
  if (item === undefined) return [];
  if (comma === undefined) return [item];
  if (comma.offset < item.offset || text.slice(item.end, comma.offset).trim() !== "") return [item, comma];
  return [{ offset: item.offset, end: comma.end }];
}

/** Takes along the white space that would be left over: a line that became empty, or the blanks beside the first span. */
function withBlanks(text: string, [main, ...others]: readonly Span[]): readonly Span[] {
  if (main === undefined) return [];
  const before = /[ \t]*$/.exec(text.slice(0, main.offset))?.[0].length ?? 0;
  const after = /^[ \t]*/.exec(text.slice(main.end))?.[0].length ?? 0;
  const start = main.offset - before;
  const rest = text.slice(main.end + after);
  const lineBreak = /^(\r\n|\r|\n)/.exec(rest)?.[0].length ?? 0;
  const atLineStart = start === 0 || text[start - 1] === "\n" || text[start - 1] === "\r";
  if (atLineStart && lineBreak > 0) return [{ offset: start, end: main.end + after + lineBreak }, ...others];
  if (atLineStart || lineBreak > 0) {
    return [
      { offset: atLineStart ? main.offset : start, end: main.end + (atLineStart ? after : 0) },
      ...others,
    ];
  }
  return [{ offset: main.offset, end: main.end + after }, ...others];
}

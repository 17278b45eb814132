import type { JsonValue } from "../json-value.ts";

/** How a text is laid out, so that what is added looks like what is there. */
export interface Layout {
  readonly lineBreak: "\n" | "\r\n";
  /** One level of indentation. */
  readonly indent: string;
}

export function layoutOf(text: string): Layout {
  return {
    lineBreak: /\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n",
    indent: /^([ \t]+)"/m.exec(text)?.[1] ?? "  ",
  };
}

/** The white space at the start of the line that `offset` is on. */
export function indentAt(text: string, offset: number): string {
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}

/** JSON text: objects over several lines, everything else on one. */
export function renderValue(value: JsonValue, layout: Layout, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = indent + layout.indent;
  if (Array.isArray(value)) {
    return `[${value.map((each: JsonValue) => renderValue(each, layout, inner)).join(", ")}]`;
  }
  const lines = Object.entries(value).map(
    ([name, each]) => `${inner}${JSON.stringify(name)}: ${renderValue(each, layout, inner)}`,
  );
  if (lines.length === 0) return "{}";
  return `{${layout.lineBreak}${lines.join(`,${layout.lineBreak}`)}${layout.lineBreak}${indent}}`;
}

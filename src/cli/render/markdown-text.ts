import { wrap } from "./wrap.ts";

/** A page of our own Markdown as plain text of `width` columns. Code keeps its lines; a table becomes one item a row. */
export function markdownText(page: string, width: number): string {
  const output: string[] = [];
  let paragraph: string[] = [];
  let columns: readonly string[] | null = null;
  let inCode = false;
  const flush = (): void => {
    if (paragraph.length > 0) output.push(...block(paragraph.join(" "), width));
    paragraph = [];
  };
  for (const line of page.split(/\r?\n/)) {
    if (!inCode && /^<!--.*-->$/.test(line)) continue;
    if (/^\s*```/.test(line)) {
      flush();
      inCode = !inCode;
    } else if (inCode) output.push(line === "" ? "" : `    ${line}`);
    else if (line.startsWith("|")) {
      flush();
      const cells = cellsOf(line);
      if (columns === null) columns = cells;
      else if (!cells.every((cell) => /^:?-+:?$/.test(cell))) output.push(...tableRow(columns, cells, width));
    } else {
      columns = null;
      if (line.trim() === "" || /^\s*(?:[-*]|\d+\.) |^#/.test(line)) flush();
      if (line.trim() === "") output.push("");
      else if (/^#/.test(line)) output.push(...heading(line));
      else if (paragraph.length === 0) paragraph.push(line.trimEnd());
      else paragraph.push(line.trim());
    }
  }
  flush();
  return `${output
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

function heading(line: string): string[] {
  const [, marks, text] = /^(#+)\s*(.*)$/.exec(line) ?? ["", "#", line];
  const plain = inline(text!);
  if (marks!.length > 2) return [plain];
  return [plain, (marks === "#" ? "=" : "-").repeat(plain.length)];
}

/** A paragraph or an item of a list; what follows the mark is set in by its width. */
function block(text: string, width: number): string[] {
  const [, blanks, mark, rest] = /^(\s*)((?:[-*]|\d+\.) )?(.*)$/s.exec(text) ?? ["", "", "", text];
  const first = `${blanks}${mark ?? ""}`;
  const lines = wrap(inline(rest!), width - first.length);
  return lines.map((line, index) => (index === 0 ? first : " ".repeat(first.length)) + line);
}

function tableRow(columns: readonly string[], cells: readonly string[], width: number): string[] {
  const [name = "", ...values] = cells.map(inline);
  const rest = values.flatMap((value, index) => {
    if (value === "") return [];
    const label = values.length === 1 ? "" : `${inline(columns[index + 1] ?? "")}: `;
    return wrap(`${label}${value}`, width - 4).map((line) => `    ${line}`);
  });
  return [...wrap(name, width - 2).map((line) => `  ${line}`), ...rest];
}

/** Cells of a row; a bar after a backslash belongs to the text. */
function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\\|/g, "|"));
}

/** Code spans lose their marks and keep their text, also where that looks like Markdown. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => {
      if (/^`[^`]+`$/.test(part)) return part.slice(1, -1);
      return part
        .replace(/<[a-z/][^>]*>/g, "")
        .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_, label: string, target: string) =>
          /^https?:/.test(target) && label !== target ? `${label} (${target})` : label,
        )
        .replace(/\*\*([^*]+)\*\*/g, "$1");
    })
    .join("");
}

/** Replaces `[offset, end)` by `text`. Everything outside the spans of its edits stays as it is, byte for byte. */
export interface TextEdit {
  readonly offset: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap. Of two at one place the first comes first. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let position = 0;
  for (const edit of [...edits].sort((a, b) => a.offset - b.offset)) {
    result += text.slice(position, edit.offset) + edit.text;
    position = edit.end;
  }
  return result + text.slice(position);
}

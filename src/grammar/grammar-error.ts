/** Where a grammar or a schema is at fault: a JSON pointer into the schema, or a line and column of the grammar text. */
export type GrammarErrorPlace = {
  readonly pointer?: string;
  readonly line?: number;
  readonly column?: number;
};

/**
 * A schema that no grammar can express (`pointer` says where in the schema), or a grammar text that cannot be read or run
 * (`line` and `column`, both from 1; the column counts UTF-16 units). The message begins with the place.
 */
export class GrammarError extends Error {
  override readonly name = "GrammarError";
  readonly code = "ERR_GRAMMAR";
  readonly pointer: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(reason: string, place: GrammarErrorPlace = {}) {
    super(withPlace(reason, place));
    this.pointer = place.pointer;
    this.line = place.line;
    this.column = place.column;
  }
}

function withPlace(reason: string, place: GrammarErrorPlace): string {
  if (place.pointer !== undefined) return `${place.pointer === "" ? "(root)" : place.pointer}: ${reason}`;
  if (place.line !== undefined) return `line ${place.line}, column ${place.column ?? 1}: ${reason}`;
  return reason;
}

/** The error for an offset (UTF-16 units) into a grammar text. */
export function errorAtOffset(text: string, offset: number, reason: string): GrammarError {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return new GrammarError(reason, { line: before.length, column: (before.at(-1) ?? "").length + 1 });
}

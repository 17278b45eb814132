import type { JsonValue } from "../json-value.ts";
import { plainYamlProblems } from "./plain-yaml-problems.ts";

export interface YamlProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

type Path = readonly (string | number)[];

export interface YamlPlace {
  readonly line: number;
  readonly column: number;
}

export type LoadedYaml =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      /** Of a field where its name begins, of an item where it begins itself; for what an alias brought, of the field with the alias. */
      readonly placeOf: (path: Path) => YamlPlace;
    }
  | { readonly ok: false; readonly problems: readonly YamlProblem[] };

export const YAML_MAX_BYTES: number = 1024 * 1024;
/** YAML has no character for these, quoted or not. */
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** yaml's own words where they speak to its caller and not to the writer of the file. */
const MESSAGES: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'a second document begins here: a file holds one, so take the "---" out',
  RESOURCE_EXHAUSTION: "nested too deep to be read",
  TAB_AS_INDENT: "a tab cannot indent here: use blanks",
};

/**
 * YAML 1.2 as plain values with places; a byte order mark is skipped. The one place that imports yaml. Tags, merge keys,
 * repeated keys and alias bombs are problems; of errors in the syntax the first is told.
 */
export async function loadYaml(written: string): Promise<LoadedYaml> {
  if (written.length > YAML_MAX_BYTES)
    return { ok: false, problems: [{ line: 1, column: 1, message: "the file is larger than 1 MB" }] };
  const text = written.startsWith("\uFEFF") ? written.slice(1) : written;
  const control = CONTROL_CHARACTER.exec(text);
  if (control !== null) {
    const lines = text.slice(0, control.index).split("\n");
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    const message = `the control character U+${code} is no part of a text file: take it out, or write "\\x${code.slice(2)}" between double quotes`;
    return { ok: false, problems: [{ line: lines.length, column: lines.at(-1)!.length + 1, message }] };
  }
  const { LineCounter, parseDocument, isAlias, isMap, isNode, isScalar, isSeq } = await import("yaml");
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter,
    // Compares every key with every other: plainYamlProblems looks for repeated keys in linear time.
    uniqueKeys: false,
    strict: true,
    prettyErrors: false,
    logLevel: "error",
    version: "1.2",
    schema: "core",
  });
  const placeAt = (offset: number): YamlPlace => {
    // A token that yaml cannot read can have a place behind the end.
    const { line, col } = lineCounter.linePos(Math.min(offset, text.length));
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  // One error of the syntax brings others, and where those are said to be is not always right.
  const troubles =
    document.errors.length > 0
      ? document.errors.slice(0, 1).map(({ code, pos, message }) => ({
          offset: pos[0],
          message: MESSAGES[code] ?? message.split("\n")[0]!.slice(0, 200),
        }))
      : plainYamlProblems(document.contents, text, { isAlias, isMap, isScalar, isSeq });
  if (troubles.length > 0) {
    const problems = troubles.map(({ offset, message }) => ({ ...placeAt(offset), message }));
    return { ok: false, problems };
  }
  const startOf = (path: Path): number | undefined => {
    if (path.length === 0) return document.contents?.range?.[0] ?? 0;
    const parent = document.getIn(path.slice(0, -1), true);
    const last = path.at(-1);
    const pair = isMap(parent)
      ? parent.items.find((each) => isScalar(each.key) && String(each.key.value) === String(last))
      : undefined;
    const node = pair?.key ?? document.getIn(path, true);
    return isNode(node) ? node.range?.[0] : undefined;
  };
  const placeOf = (path: Path): YamlPlace => {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = startOf(path.slice(0, length));
      if (offset !== undefined) return placeAt(offset);
    }
    return placeAt(startOf([]) ?? 0);
  };
  // What plainYamlProblems lets through can neither grow nor go round in circles.
  return { ok: true, value: document.toJS({ maxAliasCount: -1 }) as JsonValue, placeOf };
}

import type { JsonValue } from "../json-value.ts";

export interface YamlProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type LoadedYaml =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      readonly placeOf: (path: readonly (string | number)[]) => {
        readonly line: number;
        readonly column: number;
      };
    }
  | { readonly ok: false; readonly problems: readonly YamlProblem[] };

const MAX_BYTES = 1024 * 1024;
/** Aliases that are followed: a file that expands a thousandfold is no role file. */
const MAX_ALIASES = 50;

/** YAML 1.2 as plain values with places. The one place that imports yaml. Custom tags, repeated keys and alias bombs are problems. */
export async function loadYaml(text: string): Promise<LoadedYaml> {
  if (text.length > MAX_BYTES)
    return { ok: false, problems: [{ line: 1, column: 1, message: "the file is larger than 1 MB" }] };
  const { LineCounter, parseDocument, isNode, isMap } = await import("yaml");
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter,
    uniqueKeys: true,
    strict: true,
    prettyErrors: false,
    version: "1.2",
    schema: "core",
  });
  const placeAt = (offset: number): { line: number; column: number } => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const troubles = [
    ...document.errors,
    ...document.warnings.filter((each) => each.code === "TAG_RESOLVE_FAILED"),
  ];
  if (troubles.length > 0) {
    return {
      ok: false,
      problems: troubles
        .slice(0, 10)
        .map((each) => ({ ...placeAt(each.pos[0]), message: each.message.split("\n")[0]! })),
    };
  }
  let value: JsonValue;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES }) as JsonValue;
  } catch (error) {
    return {
      ok: false,
      problems: [
        { line: 1, column: 1, message: error instanceof Error ? error.message : "the file cannot be read" },
      ],
    };
  }
  const placeOf = (path: readonly (string | number)[]): { line: number; column: number } => {
    const parent = path.length === 0 ? document.contents : document.getIn(path.slice(0, -1), true);
    const last = path.at(-1);
    const pair = isMap(parent)
      ? parent.items.find((each) => isNode(each.key) && String(each.key) === String(last))
      : undefined;
    const node = pair?.key ?? (path.length === 0 ? document.contents : document.getIn(path, true));
    return placeAt(isNode(node) ? (node.range?.[0] ?? 0) : 0);
  };
  return { ok: true, value, placeOf };
}

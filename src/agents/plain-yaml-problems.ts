/** Trouble at an offset of the text. */
export interface PlainYamlProblem {
  readonly offset: number;
  readonly message: string;
}

interface YamlNode {
  readonly range?: readonly [number, number, number] | null | undefined;
  readonly tag?: string | undefined;
  readonly anchor?: string | undefined;
}

/** What tells the kinds of nodes apart: handed in, as one file alone imports yaml. */
export interface YamlKinds {
  readonly isAlias: (node: unknown) => node is YamlNode & { readonly source: string };
  readonly isMap: (
    node: unknown,
  ) => node is YamlNode & { readonly items: readonly { readonly key: unknown; readonly value: unknown }[] };
  readonly isScalar: (node: unknown) => node is YamlNode & { readonly value: unknown };
  readonly isSeq: (node: unknown) => node is YamlNode & { readonly items: readonly unknown[] };
}

const MAX_ALIASES = 50;
const MAX_PROBLEMS = 10;
/** The tags that say of a plain value what it is anyway. `!` alone makes a text of it. */
const PLAIN_TAGS = ["!", ...["str", "int", "float", "bool", "null", "map", "seq"].map(full)];

/**
 * What the contents of a parsed document hold besides plain values: tags, merge keys, keys that are no text, keys given twice, and
 * aliases that lead nowhere, into themselves or to further aliases (which is how a short file grows a thousandfold).
 * One pass, in the order of the text, that ends after ten problems.
 */
export function plainYamlProblems(
  contents: unknown,
  text: string,
  { isAlias, isMap, isScalar, isSeq }: YamlKinds,
): readonly PlainYamlProblem[] {
  const problems: PlainYamlProblem[] = [];
  const anchors = new Map<string, Anchored>();
  const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length;
  let aliases = 0;

  const aliasProblem = (name: string): string | null => {
    const anchored = anchors.get(name);
    if (aliases > MAX_ALIASES)
      return aliases === MAX_ALIASES + 1 ? `more than ${MAX_ALIASES} aliases: write some of them out` : null;
    const shown = shortened(name);
    if (anchored === undefined) return `the alias *${shown} has no anchor &${shown} before it`;
    if (!anchored.isOver) return `the alias *${shown} stands for something that holds it`;
    return anchored.holdsAliases
      ? `the alias *${shown} stands for something with aliases of its own: write it out`
      : null;
  };
  const visitKey = (key: unknown, seen: Map<string, number>): void => {
    const offset = (key as YamlNode | null)?.range?.[0] ?? 0;
    if (!isScalar(key) || key.value === null) {
      problems.push({ offset, message: "a key must be a text" });
      return;
    }
    if (problems.length >= MAX_PROBLEMS) return;
    visit(key);
    const name = String(key.value);
    const first = seen.get(name);
    if (name === "<<")
      problems.push({ offset, message: 'merge keys ("<<") are not followed: write the fields out' });
    else if (first === undefined) seen.set(name, offset);
    else
      problems.push({
        offset,
        message: `${JSON.stringify(shortened(name))} is given twice, first on line ${lineOf(first)}: keep one`,
      });
  };
  const visit = (node: unknown): void => {
    if (problems.length >= MAX_PROBLEMS) return;
    if (isAlias(node)) {
      aliases += 1;
      const message = aliasProblem(node.source);
      if (message !== null) problems.push({ offset: node.range?.[0] ?? 0, message });
      return;
    }
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return;
    if (node.tag !== undefined && !PLAIN_TAGS.includes(node.tag)) problems.push(tagProblem(node, text));
    const anchored = { isOver: false, holdsAliases: false };
    if (node.anchor !== undefined) anchors.set(node.anchor, anchored);
    const before = aliases;
    if (isMap(node)) {
      const seen = new Map<string, number>();
      for (const { key, value } of node.items) {
        visitKey(key, seen);
        visit(value);
      }
    } else if (isSeq(node)) for (const item of node.items) visit(item);
    anchored.holdsAliases = aliases > before;
    anchored.isOver = true;
  };
  visit(contents);
  return problems;
}

interface Anchored {
  /** All of it has been read: an alias further down cannot be inside. */
  isOver: boolean;
  holdsAliases: boolean;
}

function tagProblem({ tag = "", range }: YamlNode, text: string): PlainYamlProblem {
  const start = range?.[0] ?? 0;
  // A node begins after its tag.
  const mark = text.lastIndexOf("!", Math.max(start - 1, 0));
  const offset = mark < 0 ? start : text[mark - 1] === "!" ? mark - 1 : mark;
  const prefix = full("");
  const name = tag.startsWith(prefix) ? `!!${tag.slice(prefix.length)}` : tag;
  return { offset, message: `the tag ${shortened(name)} is not read here: a role file holds plain values` };
}

function full(name: string): string {
  return `tag:yaml.org,2002:${name}`;
}

function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}...`;
}

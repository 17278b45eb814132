import type { DeriveContext } from "./derive-context.ts";
import { factorTexts } from "./factor-texts.ts";
import { literal, rawCharacterClass } from "./gbnf-text.ts";
import { GrammarError } from "./grammar-error.ts";
import { jsonCharacter } from "./json-spelling.ts";
import { stringRule } from "./json-tokens.ts";
import { UNBOUNDED } from "./schema-shape.ts";

/** Each character of the declared names may need a rule of its own. */
const MAX_CHARACTERS = 20_000;

/** What JSON.stringify escapes in a string, beside surrogates. */
const ESCAPED: readonly string[] = [
  '"',
  "\\",
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)),
];

type Names = { readonly names: readonly string[]; readonly hint: string; readonly pointer: string };

/** The declared names that agree so far. */
type TrieNode = { readonly children: Map<string, TrieNode>; isName: boolean };

/**
 * The JSON strings that are none of the names: a rule for every beginning of a name says how another string may part from it.
 * As long as it has not parted, it is spelled as JSON.stringify spells it, so that no escape smuggles a name in a second time.
 */
export function otherNameRule(context: DeriveContext, { names, hint, pointer }: Names): string {
  const { writer } = context;
  if (names.length === 0) return stringRule(context, UNBOUNDED);
  const nodes = trieOf(names);
  if (nodes.length > MAX_CHARACTERS) {
    const reason = `more than ${MAX_CHARACTERS} characters of property names, too many to tell other names from them`;
    throw new GrammarError(reason, { pointer });
  }
  const rules = new Map<TrieNode, string>();
  // Later nodes lie deeper, so that a node's children have their rules before it has.
  for (const node of nodes.toReversed()) {
    rules.set(node, writer.define(hint, nodeBody(context, node, rules)));
  }
  return writer.define(hint, String.raw`"\"" ${rules.get(nodes[0]!)} "\""`);
}

function trieOf(names: readonly string[]): readonly TrieNode[] {
  const root: TrieNode = { children: new Map(), isName: false };
  const nodes = [root];
  for (const name of names) {
    let node = root;
    for (const character of name) {
      let child = node.children.get(character);
      if (child === undefined) {
        child = { children: new Map(), isName: false };
        node.children.set(character, child);
        nodes.push(child);
      }
      node = child;
    }
    node.isName = true;
  }
  return nodes;
}

function nodeBody(
  { writer, character }: DeriveContext,
  node: TrieNode,
  rules: ReadonlyMap<TrieNode, string>,
): string {
  const next = [...node.children.keys()];
  const raw = rawCharacterClass(next.filter((name) => !ESCAPED.includes(name)));
  const escapes = ESCAPED.filter((name) => !node.children.has(name)).map(jsonCharacter);
  const apart = `(${raw} | ${writer.define("name-escape", factorTexts(escapes).join(" | "))}) ${character}*`;
  const along = [...node.children].map(
    ([name, child]) => `${literal(jsonCharacter(name))} ${rules.get(child)}`,
  );
  return [apart, ...along, ...(node.isName ? [] : ['""'])].join(" | ");
}

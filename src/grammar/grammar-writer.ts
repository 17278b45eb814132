/** Longest rule name: long enough to read, short enough for a server's log. */
const MAX_NAME_LENGTH = 40;

/**
 * Collects rules. A rule is known by its body: asked for the same body twice, the writer gives the same name, so that a
 * schema that repeats itself does not repeat in the grammar.
 */
export class GrammarWriter {
  readonly #bodies = new Map<string, string>([["root", ""]]);
  readonly #names = new Map<string, string>();
  readonly #nextNumber = new Map<string, number>();

  /** The name of a rule with this body. `hint` says what it is about and need not be a legal name. */
  define(hint: string, body: string): string {
    const known = this.#names.get(body);
    if (known !== undefined) return known;
    const name = this.reserve(hint);
    this.#names.set(body, name);
    this.#bodies.set(name, body);
    return name;
  }

  /** A name for a rule that has to be known before its body is, because it refers to itself. `complete` follows. */
  reserve(hint: string): string {
    const base = ruleName(hint);
    let name = base;
    while (this.#bodies.has(name)) {
      const number = this.#nextNumber.get(base) ?? 2;
      this.#nextNumber.set(base, number + 1);
      name = `${base}-${number}`;
    }
    this.#bodies.set(name, "");
    return name;
  }

  complete(name: string, body: string): void {
    this.#bodies.set(name, body);
  }

  /** The grammar: root first, then each rule before those that it is made of, one a line. */
  text(rootBody: string): string {
    const [, ...rules] = this.#bodies;
    const lines = rules.reverse().map(([name, body]) => `${name} ::= ${body}\n`);
    return `root ::= ${rootBody}\n${lines.join("")}`;
  }
}

/**
 * A name that every reader takes: llama.cpp knows letters, digits and hyphens but no underscore, XGrammar no digit in front.
 * Names that are alike after that are told apart by a number.
 */
function ruleName(hint: string): string {
  const cleaned = hint
    .slice(0, 4 * MAX_NAME_LENGTH)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, MAX_NAME_LENGTH)
    .replace(/-$/, "");
  return cleaned === "" ? "x" : cleaned;
}

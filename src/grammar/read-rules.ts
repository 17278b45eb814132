import { ANY_CODE_POINT } from "./code-point-ranges.ts";
import { readClass, readLiteral } from "./read-terminals.ts";
import { type RepetitionBounds, repeatElement } from "./repeat-element.ts";
import type { Element, Rule, RuleTable } from "./rule-table.ts";
import { TextScanner } from "./text-scanner.ts";

/** Longest grammar text that is read (UTF-16 units). Servers give up long before: a derived contract has a few thousand. */
export const MAX_GRAMMAR_LENGTH: number = 2 * 1024 * 1024;

/** llama.cpp keeps repetition counts in a C int. */
const MAX_REPETITION = 2 ** 31 - 1;

type OpenRule = { readonly name: string; readonly offset: number; readonly alternatives: Element[][] };

/** An open rule or group: what is read next goes to the end of its last alternative. */
type Level = { readonly rule: OpenRule; lastStart: number };

/**
 * Reads GBNF as llama.cpp does (`common/grammar-parser`, `src/llama-grammar.cpp`), which is what a server makes of the text.
 * Stricter in what hangs, crashes or silently changes a grammar there: a rule defined twice, `{3,1}`, an empty class.
 * Groups nest on a stack of our own, so depth is bounded by the length of the text alone.
 * @throws GrammarError with line and column
 */
export function readRules(text: string): RuleTable {
  if (text.length > MAX_GRAMMAR_LENGTH) {
    throw new TextScanner(text).error(`the grammar is longer than ${MAX_GRAMMAR_LENGTH} characters`, 0);
  }
  return new RuleReader(text).read();
}

class RuleReader {
  readonly #scanner: TextScanner;
  readonly #rules: (OpenRule | { readonly name: string; readonly offset: number })[] = [];
  readonly #indexes = new Map<string, number>();
  #levels: Level[] = [];

  constructor(text: string) {
    this.#scanner = new TextScanner(text);
  }

  read(): RuleTable {
    const scanner = this.#scanner;
    scanner.skipSpace(true);
    while (scanner.peek() !== "") this.#readRule();
    const rules = this.#rules.map((rule) => this.#defined(rule));
    const root = this.#indexes.get("root");
    if (root === undefined) throw scanner.error("there is no rule named root, where every grammar begins", 0);
    return { rules, root };
  }

  #defined(rule: OpenRule | { readonly name: string; readonly offset: number }): Rule {
    if ("alternatives" in rule) return rule;
    throw this.#scanner.error(`the rule ${rule.name} is used here but defined nowhere`, rule.offset);
  }

  #readRule(): void {
    const scanner = this.#scanner;
    const offset = scanner.offset;
    const name = scanner.takeName();
    if (name === "" || scanner.peek() === "_") throw this.#badName(name);
    scanner.skipSpace(false);
    if (!scanner.take("::=")) throw scanner.error(`expected ::= behind the rule name ${name}`);
    const index = this.#indexOf(name, offset);
    if ("alternatives" in this.#rules[index]!) {
      throw scanner.error(`the rule ${name} is defined twice`, offset);
    }
    const rule: OpenRule = { name, offset, alternatives: [[]] };
    this.#rules[index] = rule;
    scanner.skipSpace(true);
    this.#levels = [{ rule, lastStart: -1 }];
    this.#readBody();
    scanner.skipSpace(true);
  }

  #badName(name: string): Error {
    const scanner = this.#scanner;
    if (scanner.peek() === "_") {
      return scanner.error("llama.cpp takes no underscore in a rule name; use letters, digits and hyphens");
    }
    return scanner.error(name === "" ? "expected a rule name" : `unexpected text behind ${name}`);
  }

  /** Up to the newline or the end that closes a rule. */
  #readBody(): void {
    const scanner = this.#scanner;
    for (;;) {
      const nested = this.#levels.length > 1;
      const next = scanner.peek();
      if (!nested && (next === "" || next === "\n" || next === "\r")) return;
      if (next === "") throw scanner.error("the grammar ends inside a group: a ) is missing");
      this.#readElement(next);
      scanner.skipSpace(this.#levels.length > 1);
    }
  }

  #readElement(next: string): void {
    const scanner = this.#scanner;
    const level = this.#levels.at(-1)!;
    if (scanner.take('"')) this.#append(level, readLiteral(scanner));
    else if (scanner.take("[")) this.#append(level, [readClass(scanner)]);
    else if (scanner.take(".")) this.#append(level, [{ kind: "terminal", ranges: ANY_CODE_POINT }]);
    else if (scanner.take("(")) this.#openGroup(level);
    else if (scanner.take(")")) this.#closeGroup();
    else if (scanner.take("|")) {
      level.rule.alternatives.push([]);
      level.lastStart = -1;
      scanner.skipSpace(true);
    } else if ("*+?{".includes(next)) this.#readQuantifier(level);
    else this.#readReference(level);
  }

  #append(level: Level, elements: readonly Element[]): void {
    const sequence = level.rule.alternatives.at(-1)!;
    level.lastStart = sequence.length;
    for (const element of elements) sequence.push(element);
  }

  #readReference(level: Level): void {
    const scanner = this.#scanner;
    const offset = scanner.offset;
    const name = scanner.takeName();
    if (scanner.peek() === "_") throw this.#badName(name);
    if (name === "") {
      throw scanner.error(
        `unexpected ${JSON.stringify(String.fromCodePoint(scanner.takeCodePoint()))}`,
        offset,
      );
    }
    this.#append(level, [{ kind: "reference", rule: this.#indexOf(name, offset), offset }]);
  }

  #openGroup(level: Level): void {
    const offset = this.#scanner.offset - 1;
    const rule: OpenRule = { name: level.rule.name, offset, alternatives: [[]] };
    this.#append(level, [{ kind: "reference", rule: this.#rules.push(rule) - 1, offset }]);
    this.#levels.push({ rule, lastStart: -1 });
    this.#scanner.skipSpace(true);
  }

  #closeGroup(): void {
    const group = this.#levels.pop();
    const around = this.#levels.at(-1);
    if (group === undefined || around === undefined) {
      throw this.#scanner.error("this ) closes nothing", this.#scanner.offset - 1);
    }
    const [sequence = [], ...others] = group.rule.alternatives;
    const [only, ...rest] = sequence;
    const isOneElement = others.length === 0 && rest.length === 0 && only !== undefined;
    if (isOneElement) around.rule.alternatives.at(-1)?.splice(around.lastStart, 1, only);
  }

  #readQuantifier(level: Level): void {
    const offset = this.#scanner.offset;
    const bounds = this.#readBounds();
    const sequence = level.rule.alternatives.at(-1)!;
    if (level.lastStart < 0) throw this.#scanner.error("there is nothing here to repeat", offset);
    const elements = sequence.splice(level.lastStart);
    const [only, ...others] = elements;
    if (only === undefined || bounds.maximum === 0) return;
    const repeated = others.length === 0 ? repeatElement(only, bounds) : undefined;
    if (repeated !== undefined) {
      sequence.push(repeated);
      return;
    }
    const rule: OpenRule = { name: level.rule.name, offset, alternatives: [elements] };
    const body = { kind: "reference", rule: this.#rules.push(rule) - 1, offset } as const;
    sequence.push({ kind: "repetition", body, ...bounds });
  }

  #readBounds(): RepetitionBounds {
    const scanner = this.#scanner;
    if (scanner.take("*")) return { minimum: 0, maximum: Number.POSITIVE_INFINITY };
    if (scanner.take("+")) return { minimum: 1, maximum: Number.POSITIVE_INFINITY };
    if (scanner.take("?")) return { minimum: 0, maximum: 1 };
    const start = scanner.offset;
    scanner.take("{");
    const minimum = this.#readCount();
    if (minimum === undefined) throw scanner.error("a repetition needs its lower bound: {0,3}, not {,3}");
    const maximum = scanner.take(",") ? (this.#readCount() ?? Number.POSITIVE_INFINITY) : minimum;
    if (!scanner.take("}")) throw scanner.error("expected } at the end of the repetition");
    if (minimum > maximum) throw scanner.error("this repetition asks for more than it allows", start);
    return { minimum, maximum };
  }

  #readCount(): number | undefined {
    const scanner = this.#scanner;
    const nested = this.#levels.length > 1;
    scanner.skipSpace(nested);
    const offset = scanner.offset;
    const digits = scanner.takeDigits();
    if (digits === "") return undefined;
    if (Number(digits) > MAX_REPETITION) throw scanner.error(`no count is above ${MAX_REPETITION}`, offset);
    scanner.skipSpace(nested);
    return Number(digits);
  }

  #indexOf(name: string, offset: number): number {
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    const index = this.#rules.push({ name, offset }) - 1;
    this.#indexes.set(name, index);
    return index;
  }
}

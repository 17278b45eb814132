import { type CodePointRange, MAX_CODE_POINT, negateRanges, normalizeRanges } from "./code-point-ranges.ts";
import type { Terminal } from "./rule-table.ts";
import type { TextScanner } from "./text-scanner.ts";

/** llama.cpp `parse_char`: every escape that it knows; `\-` since 2026. All others make it refuse the grammar. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["t", "\t"],
  ["r", "\r"],
  ["n", "\n"],
  ["\\", "\\"],
  ['"', '"'],
  ["[", "["],
  ["]", "]"],
  ["-", "-"],
]);

const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/** Terminals of ASCII, made once: literals are most of what a long grammar has. */
const ASCII: readonly Terminal[] = Array.from({ length: 128 }, (_, code) => ({
  kind: "terminal",
  ranges: [[code, code]],
}));

function terminalOf(codePoint: number): Terminal {
  return ASCII[codePoint] ?? { kind: "terminal", ranges: normalizeRanges([[codePoint, codePoint]]) };
}

/** The terminals of a literal, the scanner standing behind its opening quote. */
export function readLiteral(scanner: TextScanner): readonly Terminal[] {
  const terminals: Terminal[] = [];
  while (!scanner.take('"')) {
    terminals.push(terminalOf(readCharacter(scanner)));
  }
  return terminals;
}

/** A character class, the scanner standing behind its opening bracket. */
export function readClass(scanner: TextScanner): Terminal {
  const start = scanner.offset - 1;
  const negated = scanner.take("^");
  const ranges: CodePointRange[] = [];
  while (!scanner.take("]")) ranges.push(readClassRange(scanner));
  if (ranges.length === 0) {
    throw scanner.error("this character class is empty: nothing can match it", start);
  }
  const normalized = normalizeRanges(ranges);
  return { kind: "terminal", ranges: negated ? negateRanges(normalized) : normalized };
}

function readClassRange(scanner: TextScanner): CodePointRange {
  const start = scanner.offset;
  const low = readCharacter(scanner);
  const isRange = scanner.peek() === "-" && scanner.text.charAt(scanner.offset + 1) !== "]";
  if (!isRange) return [low, low];
  scanner.take("-");
  const high = readCharacter(scanner);
  if (high < low) throw scanner.error("this range runs backwards", start);
  return [low, high];
}

function readCharacter(scanner: TextScanner): number {
  if (!scanner.take("\\")) return scanner.takeCodePoint();
  const start = scanner.offset - 1;
  const letter = scanner.peek();
  scanner.offset++;
  const digits = HEX_DIGITS.get(letter);
  if (digits !== undefined) return readHex(scanner, start, digits);
  const escaped = ESCAPES.get(letter);
  if (escaped === undefined) {
    throw scanner.error(
      `unknown escape \\${letter}; llama.cpp knows \\n \\r \\t \\" \\\\ \\[ \\] \\- \\xHH \\uHHHH \\UHHHHHHHH`,
      start,
    );
  }
  return escaped.charCodeAt(0);
}

function readHex(scanner: TextScanner, start: number, length: number): number {
  const digits = scanner.text.slice(scanner.offset, scanner.offset + length);
  if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits)) {
    throw scanner.error(`this escape needs ${length} hexadecimal digits`, start);
  }
  const codePoint = Number.parseInt(digits, 16);
  if (codePoint > MAX_CODE_POINT) throw scanner.error("no code point is above 10FFFF", start);
  scanner.offset += length;
  return codePoint;
}

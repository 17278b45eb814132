import { digitRange, grouped } from "./digit-range.ts";
import { exponentRange, mantissas } from "./exponent-range.ts";
import { GrammarError } from "./grammar-error.ts";
import type { GrammarWriter } from "./grammar-writer.ts";
import { type Bounds, EVERY_NUMBER } from "./schema-shape.ts";

/** From here on JSON.stringify writes a number with an exponent; below it, an integer has up to 21 digits. */
const EXPONENT_FROM = 1e21;

const LARGEST_PLAIN = "9".repeat(21);

const LARGEST_MANTISSA = "17976931348623157";

/**
 * The integers of a range, spelled as JSON.stringify spells them, and `-0` where 0 is one of them. JSON Schema calls `1.0` and
 * `1e3` integers too; they are left out, since readers in other languages make floats of them.
 */
export function integerRule(writer: GrammarWriter, range: Bounds, pointer: string): string {
  const minimum = Math.ceil(range.minimum);
  const maximum = Math.floor(range.maximum);
  if (minimum > maximum) {
    throw new GrammarError(`no integer lies from ${range.minimum} to ${range.maximum}`, { pointer });
  }
  const positive = maximum >= 0 ? magnitudes(writer, Math.max(minimum, 0), maximum) : [];
  const negative = minimum <= 0 ? magnitudes(writer, Math.max(-maximum, 0), -minimum) : [];
  const isEvery = minimum === EVERY_NUMBER.minimum && maximum === EVERY_NUMBER.maximum;
  const hint = isEvery ? "integer" : `integer-${nameOf(minimum)}-to-${nameOf(maximum)}`;
  return writer.define(hint, signed(positive, negative));
}

function signed(positive: readonly string[], negative: readonly string[]): string {
  if (negative.length === 0) return positive.join(" | ");
  if (positive.length === 0) return `"-" ${grouped(negative)}`;
  const isSymmetric = positive.join() === negative.join();
  return isSymmetric ? `"-"? ${grouped(positive)}` : [...positive, `"-" ${grouped(negative)}`].join(" | ");
}

/** `high` may be Infinity: then the largest double ends the range, since JSON.parse reads no larger number as finite. */
function magnitudes(writer: GrammarWriter, low: number, high: number): readonly string[] {
  if (high < EXPONENT_FROM) return digitRange(String(low), String(high));
  const from = Math.max(low, EXPONENT_FROM);
  const isEvery = from === EXPONENT_FROM && high >= Number.MAX_VALUE;
  const large = isEvery ? [largeIntegerRule(writer)] : exponentRange(from, Math.min(high, Number.MAX_VALUE));
  return low < EXPONENT_FROM ? [...digitRange(String(low), LARGEST_PLAIN), ...large] : large;
}

/** From 1e21 on: at most 16 digits behind the point, so that all of them are integers. */
function largeIntegerRule(writer: GrammarWriter): string {
  const some = `[1-9] ("." [0-9]{1,16})? "e+" (${digitRange("21", "307").join(" | ")})`;
  return writer.define("large-integer", `${some} | ${largestMantissaRule(writer)} "e+308"`);
}

/** What may stand before `e+308` without being read as infinite. */
function largestMantissaRule(writer: GrammarWriter): string {
  return writer.define("largest-mantissa", mantissas("1", LARGEST_MANTISSA).join(" | "));
}

/**
 * Every JSON number with up to 21 digits in front of the point and 22 behind it, as JSON.stringify needs them, and no digit
 * more: where digits may go on for ever, a weak model lets them. No text is larger than the largest double.
 */
export function numberRule(writer: GrammarWriter): string {
  const fraction = '("." [0-9]{1,22})?';
  // 21 digits and 287 zeros stay below 1e308.
  const exponent = '("-" [0-9]{1,3} | "+"? ([0-9]{1,2} | [01] [0-9]{2} | "2" [0-7] [0-9] | "28" [0-7]))';
  const plain = `("0" | [1-9] [0-9]{0,20}) ${fraction} ([eE] ${exponent})?`;
  const large = `[1-9] ${fraction} [eE] "+"? ("28" [89] | "29" [0-9] | "30" [0-7])`;
  const largest = `${largestMantissaRule(writer)} [eE] "+"? "308"`;
  return writer.define(
    "number",
    `"-"? (${plain} | ${writer.define("large-number", `${large} | ${largest}`)})`,
  );
}

function nameOf(bound: number): string {
  if (!Number.isFinite(bound)) return "any";
  return bound < 0 ? `minus-${-bound}` : String(bound);
}

import { digitClass, digitRange, digits, grouped, inOrder } from "./digit-range.ts";

/** Digits of a double behind the point of its mantissa: JSON.stringify writes up to 17 digits in all. */
const FRACTION_DIGITS = 16;

const ANY_MANTISSA = `[1-9] ("." ${digits(1, FRACTION_DIGITS)})?`;

/**
 * GBNF alternatives for the numbers from `low` to `high` that JSON.stringify writes as `d.ddde+nn`. Both bounds are finite
 * and not below 1e21, so that every such text is an integer: its fraction is shorter than its exponent.
 */
export function exponentRange(low: number, high: number): readonly string[] {
  const from = scientific(low);
  const to = scientific(high);
  if (from.exponent === to.exponent) {
    return [withExponent(mantissas(from.mantissa, to.mantissa), `"${from.exponent}"`)];
  }
  const lowIsFull = from.mantissa === "1";
  const first = lowIsFull ? from.exponent : from.exponent + 1;
  const last = to.exponent - 1;
  const between = first <= last ? grouped(digitRange(String(first), String(last))) : "";
  return [
    ...(lowIsFull ? [] : [withExponent(mantissas(from.mantissa), `"${from.exponent}"`)]),
    ...(between === "" ? [] : [withExponent([ANY_MANTISSA], between)]),
    withExponent(mantissas("1", to.mantissa), `"${to.exponent}"`),
  ];
}

/** Mantissas (digit, point, fraction) from `low` to `high`, or to the end, given as digits without the point. */
export function mantissas(low: string, high?: string): readonly string[] {
  const lowDigit = Number(low[0]);
  const highDigit = high === undefined ? 10 : Number(high[0]);
  if (lowDigit === highDigit) return [withFraction(lowDigit, fractions(low.slice(1), high?.slice(1)))];
  const [first, last] = [lowDigit + 1, highDigit - 1];
  const any = { mayBeEmpty: true, alternatives: [digits(1, FRACTION_DIGITS)] };
  return [
    withFraction(lowDigit, fractions(low.slice(1))),
    ...(first <= last ? [withFraction(digitClass(first, last), any)] : []),
    ...(high === undefined ? [] : [withFraction(highDigit, fractions("", high.slice(1)))]),
  ];
}

/** The digits of a number without the point, and its exponent. */
function scientific(value: number): { readonly mantissa: string; readonly exponent: number } {
  const [mantissa = "", exponent] = value.toExponential().split("e+");
  return { mantissa: mantissa.replace(".", ""), exponent: Number(exponent) };
}

function withExponent(alternatives: readonly string[], exponent: string): string {
  return `${grouped(alternatives)} "e+" ${exponent}`;
}

/** Fractions in a range: whether there may be none, and the alternatives for those that have digits. */
type Fractions = { readonly mayBeEmpty: boolean; readonly alternatives: readonly string[] };

/** Digit strings between `low` and `high` in the order of the alphabet, where a beginning comes before what it begins. */
function fractions(low: string, high?: string, room: number = FRACTION_DIGITS): Fractions {
  const mayBeEmpty = low === "";
  if (high === "" || room === 0) return { mayBeEmpty, alternatives: [] };
  const lowDigit = low === "" ? -1 : Number(low[0]);
  const highDigit = high === undefined ? 10 : Number(high[0]);
  if (lowDigit === highDigit) {
    const rest = fractions(low.slice(1), high?.slice(1), room - 1);
    return { mayBeEmpty, alternatives: startingWith(lowDigit, rest) };
  }
  const [first, last] = [lowDigit + 1, highDigit - 1];
  return {
    mayBeEmpty,
    alternatives: [
      ...(low === "" ? [] : startingWith(lowDigit, fractions(low.slice(1), undefined, room - 1))),
      ...(first <= last ? [inOrder(digitClass(first, last), digits(0, room - 1))] : []),
      ...(high === undefined ? [] : startingWith(highDigit, fractions("", high.slice(1), room - 1))),
    ],
  };
}

function startingWith(digit: number, { mayBeEmpty, alternatives }: Fractions): readonly string[] {
  if (alternatives.length === 0) return mayBeEmpty ? [`"${digit}"`] : [];
  return [`"${digit}" (${alternatives.join(" | ")})${mayBeEmpty ? "?" : ""}`];
}

function withFraction(digit: number | string, { mayBeEmpty, alternatives }: Fractions): string {
  const first = typeof digit === "number" ? `"${digit}"` : digit;
  if (alternatives.length === 0) return first;
  return `${first} ("." ${grouped(alternatives)})${mayBeEmpty ? "?" : ""}`;
}

const NUMBER = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?$/;

/** Whether a number of JSON comes back from `Number` as the number that was written: not rounded, not beyond what a double holds. */
export function isExact(json: string): boolean {
  const number = Number(json);
  if (!Number.isFinite(number)) return false;
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return false;
  return decimalOf(json) === decimalOf(String(number));
}

/** An integer that `JSON.parse` may round, or a number that it makes infinite. */
export function isUnsafe(json: string): boolean {
  // Below 16 digits and without an exponent nothing can go wrong.
  if (json.length < 16 && !/[eE]/.test(json)) return false;
  const number = Number(json);
  return !Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number));
}

/** Sign, digits without zeros around them, and the power of ten: the same for every way to write one number. */
function decimalOf(json: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = NUMBER.exec(json) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const shortened = digits.replace(/0+$/, "");
  if (shortened === "") return "0";
  return `${sign}${shortened}e${Number(exponent) - fraction.length + digits.length - shortened.length}`;
}

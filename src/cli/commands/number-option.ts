import { UsageError } from "../usage-error.ts";

/** A number given as a flag; `undefined` where it was not given. Anything else than a number in the range is exit code 2. */
export function numberOf(
  flag: string,
  text: string | undefined,
  {
    minimum,
    maximum,
    whole = false,
  }: { readonly minimum: number; readonly maximum: number; readonly whole?: boolean },
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isNaN(value) || value < minimum || value > maximum || (whole && !Number.isInteger(value))) {
    throw new UsageError(
      `${flag} must be a ${whole ? "whole " : ""}number from ${minimum} to ${maximum}, not "${text}"`,
    );
  }
  return value;
}

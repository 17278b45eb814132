import type { ScalarText } from "../scan-result.ts";

const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
const LOOSE_NUMBER = /^([-+]?)(?:(0|[1-9][0-9]*)(?:\.([0-9]*))?|\.([0-9]+))((?:[eE][-+]?[0-9]+)?)$/;
const NUMBER_PREFIX = /^[-+]?(?:(?:0|[1-9][0-9]*)?(?:\.[0-9]*)?(?:[eE][-+]?[0-9]*)?)$/;

export type NumberText = ScalarText | "cut" | null;

/** The end of a number that begins at `start`, with all that people put among its digits. A comment may follow flush. */
export function numberEnd(text: string, start: number): number {
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (!belongsToNumber(code)) break;
    if (code === 0x2f && (text[end + 1] === "/" || text[end + 1] === "*")) break;
  }
  return end;
}

/** Digits, letters and `-+._%/:°`. */
function belongsToNumber(code: number): boolean {
  return (
    (code >= 0x2d && code <= 0x3a) ||
    code === 0x2b ||
    code === 0x25 ||
    code === 0x5f ||
    code === 0xb0 ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a)
  );
}

/**
 * Rung `number_forms`: `+5`, `.5` and `5.` as JSON. A number flush with the end of the text is `cut`: it may go on.
 * `null`: no number, or one that two readers read differently (007, 0x1F, 1.2.3, 50%).
 */
export function numberOf(token: string, atEnd: boolean): NumberText {
  if (atEnd) return NUMBER_PREFIX.test(token) ? "cut" : null;
  if (JSON_NUMBER.test(token)) return { json: token, repaired: false };
  const loose = LOOSE_NUMBER.exec(token);
  if (loose === null) return null;
  const [, sign, whole = "0", fraction, bareFraction, exponent] = loose;
  const digits = bareFraction ?? fraction ?? "";
  return {
    json: `${sign === "-" ? "-" : ""}${whole}${digits === "" ? "" : `.${digits}`}${exponent}`,
    repaired: true,
  };
}

const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
const LOOSE_NUMBER = /^([-+]?)(?:(0|[1-9][0-9]*)(?:\.([0-9]*))?|\.([0-9]+))((?:[eE][-+]?[0-9]+)?)$/;
const NUMBER_PREFIX = /^[-+]?(?:(?:0|[1-9][0-9]*)?(?:\.[0-9]*)?(?:[eE][-+]?[0-9]*)?)$/;

export type NumberText = { readonly json: string; readonly repaired: boolean } | "cut" | null;

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

/** JSON.parse would round it. */
export function isUnsafeInteger(json: string): boolean {
  return /^-?[0-9]{16,}$/.test(json) && !Number.isSafeInteger(Number(json));
}

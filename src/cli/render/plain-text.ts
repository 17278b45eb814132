/** Foreign text made safe for a terminal: no control characters (escape sequences, C1, bidirectional overrides), one line. */
export function plainText(text: string): string {
  return text
    .replace(/[\t\r\n\u2028\u2029]+/g, " ")
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

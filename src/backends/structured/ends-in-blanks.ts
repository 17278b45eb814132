const MANY_BLANKS = /[ \t\r\n]{200}$/;

/** The answer ran out in white space, before its document was closed. */
export function endsInBlanks(text: string): boolean {
  return MANY_BLANKS.test(text) && !/[}\]]\s*$/.test(text);
}

/**
 * One word of a command that people paste into a shell. Names and addresses come from servers and from projects' files:
 * whatever a shell would act on is quoted, brackets of IPv6 (zsh) included.
 */
export function shellWord(text: string): string {
  return /^[\w.:/@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

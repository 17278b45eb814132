/**
 * An address that may be written down: no user name, no password, no value of a query parameter that looks like a
 * secret (`key`, `token`, `sig`, ...). Text that is no URL loses what stands before an `@`.
 */
export function withoutUrlCredentials(address: string): string {
  const bare = address.replace(/^([a-z][a-z0-9+.-]*:)?(\/\/)[^/?#]*@/i, "$1$2");
  return bare.replace(/([?&][^=&#]*(?:key|token|secret|sig|auth|pass)[^=&#]*=)[^&#]+/gi, "$1***");
}

/** What keys of known makers look like, and what follows `Bearer`. Servers like to quote a wrong key back (OpenAI, LiteLLM). */
const KEY_SHAPES =
  /\b(?:sk|pk|rk)-[A-Za-z0-9_*-]{8,}|\b(?:gsk|hf|xai|ghp|glpat|nvapi|fw|csk)[_-][A-Za-z0-9_*-]{8,}|\bAIza[A-Za-z0-9_-]{20,}|\b(Bearer\s+)[^\s"',;]+/g;

/** A server's sentence that may be written down. The sender has removed the key it sent; this catches the rest. */
export function withoutSecrets(text: string): string {
  return text
    .replace(KEY_SHAPES, (_match, bearer: string | undefined) => `${bearer ?? ""}***`)
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi, (address) => withoutUrlCredentials(address));
}

import type { TransportFailure } from "./failure.ts";

const CODES: readonly unknown[] = ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"];

/** The connection ended before an answer did: a kept one that the server had closed in the meantime looks like this. */
export function isLostConnection({ error }: TransportFailure): boolean {
  return error.some(({ code }) => CODES.includes(code));
}

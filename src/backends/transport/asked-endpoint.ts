import { normalizeBaseUrl } from "./base-url.ts";

/**
 * The base URL that is asked where a program names one as people write it (`127.0.0.1:8080/v1`, a pasted route). A text
 * that is no URL, or that holds a user name or password, stays as it is: the request is not sent, and says why.
 */
export function askedEndpoint(endpoint: string): string {
  const normalized = normalizeBaseUrl(endpoint);
  return normalized.ok && !normalized.notes.includes("credentials") ? normalized.url : endpoint;
}

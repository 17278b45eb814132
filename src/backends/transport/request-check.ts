import type { ErrorLink } from "./failure.ts";

/** Why a request cannot be sent; `null` where it can. Looked at before a library that would print the key in its complaint. */
export function whyNotSent({
  url,
  apiKey,
}: {
  readonly url: string;
  readonly apiKey: string | undefined;
}): ErrorLink | null {
  // Visible ASCII (RFC 9110, section 5.5): a blank or a line break comes from a file, a curly quote from a web page.
  if (apiKey !== undefined && !/^[\u0021-\u007e]*$/.test(apiKey)) {
    return {
      name: "InvalidKeyError",
      code: "SLMCODE_INVALID_KEY",
      message: "the key holds a character that cannot be sent (a line break, a blank or a curly quote)",
    };
  }
  const unusable = whyUnusable(url);
  return unusable === null ? null : { name: "TypeError", code: "ERR_INVALID_URL", message: unusable };
}

function whyUnusable(text: string): string | null {
  if (!URL.canParse(text)) return "the endpoint is not a URL";
  const { protocol, username, password } = new URL(text);
  if (protocol !== "http:" && protocol !== "https:") return "the endpoint is not an http or https URL";
  return username === "" && password === ""
    ? null
    : "the endpoint holds a user name or password; a key belongs into an environment variable";
}

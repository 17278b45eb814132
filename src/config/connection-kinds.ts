import { PROVIDERS, type ProviderId } from "../backends/presets/preset.ts";
import { normalizeBaseUrl } from "../backends/transport/base-url.ts";
import { choice, type Parsed, text, type ValueKind } from "./value-kind.ts";

const URL_EXPECTED = "an http or https URL such as http://127.0.0.1:11434/v1";
const NO_CREDENTIALS =
  "a URL without a user name or password; a key goes into an environment variable that api_key_env names";

/** A base URL. A scheme is added where there is none; credentials in it are refused, because URLs are printed and stored. */
export const URL_KIND: ValueKind<string> = {
  title: "URL",
  fromJson: (value) => (typeof value === "string" ? parseUrl(value) : { ok: false, expected: URL_EXPECTED }),
  fromText: parseUrl,
  schema: { type: "string", minLength: 1 },
};

function parseUrl(typed: string): Parsed<string> {
  const trimmed = typed.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${schemeOf(trimmed)}//${trimmed}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  // An @ before the path is where credentials end; one that does not parse may hold them as well.
  const secret = /^[^?#]*@/.test(trimmed) ? ({ secret: true } as const) : {};
  if (url === null || /[\s\u0000-\u0020\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f]/.test(trimmed)) {
    return { ok: false, expected: URL_EXPECTED, ...secret };
  }
  if (!["http:", "https:"].includes(url.protocol) || url.hostname === "") {
    return { ok: false, expected: URL_EXPECTED, ...secret };
  }
  if (url.username !== "" || url.password !== "")
    return { ok: false, expected: NO_CREDENTIALS, secret: true };
  return { ok: true, value: address };
}

/** http on this machine and in private networks, https elsewhere, so that no key goes over the open network in clear. */
function schemeOf(address: string): string {
  const normalized = normalizeBaseUrl(address);
  return normalized.ok ? new URL(normalized.url).protocol : "http:";
}

/** What keys of known makers look like. One that was pasted where a variable's name belongs is not repeated, and not stored. */
const LOOKS_LIKE_A_KEY =
  /^(sk|pk|rk|gsk|hf|xai|ghp|glpat|nvapi|fw|csk|AIza)[-_A-Z0-9a-z]*[0-9][-_A-Za-z0-9]*$/;

export const VARIABLE_KIND: ValueKind<string> = {
  title: "name of an environment variable",
  fromJson: (value) => parseVariable(typeof value === "string" ? value : ""),
  fromText: parseVariable,
  schema: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]{0,63}$" },
};

function parseVariable(typed: string): Parsed<string> {
  const named = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(typed);
  if (named && !(LOOKS_LIKE_A_KEY.test(typed) && typed.length >= 20)) return { ok: true, value: typed };
  return {
    ok: false,
    expected: "the name of an environment variable such as OPENAI_API_KEY, never the key itself",
    secret: true,
  };
}

export const MODEL_KIND: ValueKind<string> = text({
  title: "text",
  // Nothing that a terminal acts on: names are printed, and a project's file may be hostile.
  pattern: /^[^\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f]{1,300}$/,
  expected: "the name of a model",
});

export const PROVIDER_KIND: ValueKind<"auto" | ProviderId> = choice(["auto", ...PROVIDERS]);

export const ENDPOINT_NAME_KIND: ValueKind<string> = text({
  title: "name under `endpoints`",
  pattern: /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
  expected: "a name of letters, digits, - and _",
});

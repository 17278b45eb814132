export type BaseUrlResult =
  | { readonly ok: true; readonly url: string; readonly notes: readonly BaseUrlNote[] }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** What was mended or is worth a word: a scheme added, a path cut off, credentials taken out, no `/v1`. */
export type BaseUrlNote = "scheme_added" | "route_cut_off" | "credentials" | "query_cut_off" | "missing_v1";

const ROUTES = /\/(?:chat\/completions|completions|models|embeddings|responses)$/;

/** A base URL as people paste it, made one that paths can be added to. `/v1` is never added: some servers have none. */
export function normalizeBaseUrl(text: string): BaseUrlResult {
  const notes: BaseUrlNote[] = [];
  const trimmed = text.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
  if (!hasScheme) notes.push("scheme_added");
  const address = hasScheme ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(address)) return refused("it is not a URL");
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") return refused(`it begins with ${url.protocol}`);
  if (url.hostname === "") return refused("it names no host");
  if (url.username !== "" || url.password !== "") notes.push("credentials");
  if (url.search !== "" || url.hash !== "") notes.push("query_cut_off");
  let path = url.pathname.replace(/\/{2,}/g, "/").replace(/\/+$/, "");
  if (ROUTES.test(path)) {
    notes.push("route_cut_off");
    path = path.replace(ROUTES, "");
  }
  if (path === "") notes.push("missing_v1");
  return { ok: true, url: `${url.protocol}//${url.host}${path}`, notes };
}

function refused(why: string): BaseUrlResult {
  return {
    ok: false,
    message: `the endpoint cannot be used: ${why}`,
    hint: "Write it like http://127.0.0.1:8080/v1",
  };
}

/** A URL for a sentence: no credentials, no query. */
export function redactUrl(text: string): string {
  if (!URL.canParse(text)) return "an address that is no URL";
  const url = new URL(text);
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** Where chat completions are asked for. */
export function completionsUrl(base: string): string {
  return `${base.replace(/\/+$/, "")}/chat/completions`;
}

/** An absolute path on the host of a base URL, whatever the base URL's own path is. */
export function originUrl(base: string, path: string): string {
  return `${new URL(base).origin}/${path.replace(/^\/+/, "")}`;
}

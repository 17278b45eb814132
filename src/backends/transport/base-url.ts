export type BaseUrlResult =
  | { readonly ok: true; readonly url: string; readonly notes: readonly BaseUrlNote[] }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/**
 * What was mended or is worth a word.
 *
 * - `scheme_added`: there was none; http for this machine and private networks, https for the rest.
 * - `route_cut_off`: a request's own path (`/chat/completions`, `/api/chat`) was pasted in.
 * - `credentials`: a user name or password was taken out. It is not sent, and not in `url`.
 * - `query_cut_off`: a query or fragment was taken off.
 * - `missing_v1`: no path segment names a version. It is not added: some servers have none.
 * - `any_address`: `0.0.0.0` and `[::]` are for listening (OLLAMA_HOST); the loopback address is asked.
 * - `https_loopback`: https on this machine, where servers speak http.
 */
export type BaseUrlNote =
  | "scheme_added"
  | "route_cut_off"
  | "credentials"
  | "query_cut_off"
  | "missing_v1"
  | "any_address"
  | "https_loopback";

/** Paths of requests, not of an API: OpenAI's, and the native ones of Ollama, LM Studio and llama.cpp. */
const ROUTES =
  /\/(?:chat\/completions|completions?|models|embeddings|responses|messages|api\/(?:chat|generate|tags|show|ps)|props|health|slots)$/i;

/** A base URL as people paste it, made one that paths can be added to: without credentials, query and trailing slash. Pure; asks nobody. */
export function normalizeBaseUrl(text: string): BaseUrlResult {
  const pasted = text.trim().replace(/^(["'`<])(.*)["'`>]$/, "$2");
  if (pasted === "") return refused("it is empty");
  const { address, isGuess } = withScheme(pasted.replaceAll("\\", "/"));
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null) return refused(whyNoUrl(address));
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return refused(`it begins with ${url.protocol}, and only http and https are spoken`);
  if (url.port === "0") return refused("port 0 is no port");
  const notes: BaseUrlNote[] = isGuess ? ["scheme_added"] : [];
  if (url.username !== "" || url.password !== "") notes.push("credentials");
  if (url.search !== "" || url.hash !== "") notes.push("query_cut_off");
  const host = hostOf(url, notes);
  const path = pathOf(url, notes);
  if (url.protocol === "https:" && isLoopback(host)) notes.push("https_loopback");
  const port = url.port === "" ? "" : `:${url.port}`;
  return { ok: true, url: `${url.protocol}//${host}${port}${path}`, notes };
}

/** `localhost:11434` is a host and a port, though to a URL parser it is a scheme and a path. */
function withScheme(text: string): { readonly address: string; readonly isGuess: boolean } {
  const web = /^(https?)(?::\/*|\/{2,})(?=[^/])/i.exec(text);
  // A host may be called http; with a port behind it, it is one.
  if (web !== null && !/^https?:\d+(?:\/|$)/i.test(text))
    return { address: `${web[1]!.toLowerCase()}://${text.slice(web[0].length)}`, isGuess: false };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { address: text, isGuess: false };
  const bare = text.replace(/^\/+/, "");
  const guess = `http://${bare}`;
  if (!URL.canParse(guess)) return { address: guess, isGuess: true };
  const { hostname, port } = new URL(guess);
  const isPlain = port !== "443" && (port !== "" || isNearby(hostname));
  return { address: isPlain ? guess : `https://${bare}`, isGuess: true };
}

function whyNoUrl(address: string): string {
  const host = /^[^/]*\/\/(?:[^/@]*@)?([^/]*)/.exec(address)?.[1] ?? "";
  if ((host.match(/:/g) ?? []).length > 1 && !host.startsWith("["))
    return "an IPv6 address has to stand in brackets, like [::1]:8080";
  if (/:\d+$/.test(host) && Number(/:(\d+)$/.exec(host)![1]) > 65_535) return "its port is above 65535";
  if (/:\D/.test(host) && !host.includes("[")) return "its port is not a number";
  return host === "" ? "it names no host" : "it is not a URL";
}

function hostOf({ hostname }: URL, notes: BaseUrlNote[]): string {
  const loopback = { "0.0.0.0": "127.0.0.1", "[::]": "[::1]" }[hostname];
  if (loopback !== undefined) notes.push("any_address");
  return loopback ?? hostname;
}

function pathOf({ pathname }: URL, notes: BaseUrlNote[]): string {
  const path = pathname.replace(/\/{2,}/g, "/").replace(/\/+$/, "");
  const base = path.replace(ROUTES, "");
  if (base !== path) notes.push("route_cut_off");
  if (!/\/v\d+[a-z0-9]*(?:\/|$)/i.test(base)) notes.push("missing_v1");
  return base;
}

function refused(why: string): BaseUrlResult {
  return {
    ok: false,
    message: `the endpoint cannot be used: ${why}`,
    hint: "Write it like http://127.0.0.1:8080/v1",
  };
}

/** This machine; a private network (RFC 1918, link-local, unique local IPv6); names that only such a network knows. */
function isNearby(hostname: string): boolean {
  return (
    isLoopback(hostname) ||
    /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/.test(hostname) ||
    /^\[f[cde]/i.test(hostname) ||
    (!hostname.includes(".") && !hostname.startsWith("[")) ||
    /\.(?:local|lan|home|internal|intranet|localdomain|home\.arpa)$/.test(hostname)
  );
}

function isLoopback(hostname: string): boolean {
  return (
    /^127\.[\d.]+$/.test(hostname) ||
    ["0.0.0.0", "[::]", "[::1]", "localhost"].includes(hostname) ||
    hostname.endsWith(".localhost")
  );
}

/** Where chat completions are asked for. */
export function completionsUrl(base: string): string {
  return `${base.replace(/\/+$/, "")}/chat/completions`;
}

import { classify } from "../backends/classify/classify.ts";
import type { Discovered } from "../backends/identify/discover.ts";
import type { ServerIdentity } from "../backends/presets/preset.ts";
import type { Get, GetReply } from "../backends/transport/completion.ts";
import { isLoopback } from "../config/trust.ts";
import type { Remark } from "./doctor-evidence.ts";

export interface SurpriseOptions {
  readonly endpoint: string;
  readonly identity: ServerIdentity;
  readonly get: Get;
  readonly apiKey?: string;
  readonly discover: () => Promise<readonly Discovered[]>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onStep: (text: string) => void;
}

const TIMEOUT_MS = 1500;
const PROXY_VARIABLES = [
  "HTTPS_PROXY",
  "https_proxy",
  "HTTP_PROXY",
  "http_proxy",
  "ALL_PROXY",
  "all_proxy",
] as const;

/** Why the address is not what it seems: asks its neighbours by cheap GETs, and only when the address itself does not serve an API. */
export async function endpointSurprises(options: SurpriseOptions): Promise<readonly Remark[]> {
  const remarks: Remark[] = [];
  const variable = PROXY_VARIABLES.find((name) => (options.env[name] ?? "") !== "");
  if (variable !== undefined) remarks.push({ code: "proxy_configured", args: { variable } });
  const cause = options.identity.reachable ? await wrongAnswer(options) : await noAnswer(options);
  return cause === null ? remarks : [...remarks, cause];
}

/** Something answers, but no model list came: another path, a web page, a redirect? */
async function wrongAnswer({ endpoint, identity, get, onStep }: SurpriseOptions): Promise<Remark | null> {
  if (identity.suggestedEndpoint !== null)
    return { code: "missing_v1", args: { endpoint, suggestion: identity.suggestedEndpoint } };
  if (identity.modelsStatus === 200 && identity.models.length > 0) return null;
  onStep(`asking what answers at ${endpoint}`);
  // Without the key: what answers here may be anything.
  const reply = await get(`${endpoint}/models`, { timeoutMs: TIMEOUT_MS });
  if (!reply.ok) return null;
  const location = reply.headers["location"];
  if (reply.status >= 300 && reply.status < 400 && location !== undefined) {
    return { code: "redirected", args: { endpoint, location: withoutCredentials(location, endpoint) } };
  }
  return isHtml(reply) ? { code: "web_page_answers", args: { endpoint, title: titleOf(reply) } } : null;
}

/** Nothing answers: another scheme, another name for this machine, another port? */
async function noAnswer({ endpoint, get, discover, onStep }: SurpriseOptions): Promise<Remark | null> {
  onStep(`no answer from ${endpoint}: looking around`);
  const url = new URL(endpoint);
  const first = await get(`${endpoint}/models`, { timeoutMs: TIMEOUT_MS });
  const otherScheme = endpointWith(endpoint, (other) => {
    other.protocol = url.protocol === "http:" ? "https:" : "http:";
  });
  if (isSchemeTrouble(first) && (await answers(get, otherScheme))) {
    return {
      code: "wrong_scheme",
      args: { endpoint, suggestion: otherScheme, speaks: new URL(otherScheme).protocol.slice(0, -1) },
    };
  }
  if (url.hostname === "localhost") {
    for (const host of ["127.0.0.1", "[::1]"]) {
      const named = endpointWith(endpoint, (other) => {
        other.hostname = host;
      });
      if (await answers(get, named))
        return { code: "localhost_surprise", args: { endpoint, suggestion: named } };
    }
  }
  const found = isLoopback(endpoint) ? await discover() : [];
  const cause = first.ok
    ? `it answers ${first.status}`
    : (classify(first.failure).serverMessage ?? classify(first.failure).reason);
  const where = found
    .map((each) => `${each.identity.kind} at ${each.endpoint}`)
    .slice(0, 3)
    .join(", ");
  return { code: "unreachable", args: { endpoint, cause, found: where === "" ? null : where } };
}

function isSchemeTrouble(reply: GetReply): boolean {
  if (reply.ok) return false;
  return (
    "error" in reply.failure &&
    reply.failure.error.every((link) => link.code !== "ECONNREFUSED" && link.code !== "ENOTFOUND")
  );
}

/** Sent without a key, since the address is a guess. A certificate that is not trusted is an answer as well: TLS is spoken there. */
async function answers(get: Get, endpoint: string): Promise<boolean> {
  const reply = await get(`${endpoint}/models`, { timeoutMs: TIMEOUT_MS });
  if (reply.ok) return true;
  return (
    "error" in reply.failure &&
    reply.failure.error.some((link) => /CERT|SELF_SIGNED|VERIFY/.test(String(link.code)))
  );
}

function endpointWith(endpoint: string, change: (url: URL) => void): string {
  const url = new URL(endpoint);
  change(url);
  return url.href.replace(/\/$/, "");
}

function isHtml({ headers, text }: Extract<GetReply, { ok: true }>): boolean {
  return (headers["content-type"] ?? "").includes("text/html") || /^\s*<(?:!doctype|html)/i.test(text);
}

function titleOf({ text }: Extract<GetReply, { ok: true }>): string | null {
  return /<title[^>]*>([^<]{1,80})/i.exec(text)?.[1]?.trim() ?? null;
}

function withoutCredentials(location: string, base: string): string {
  try {
    const url = new URL(location, base);
    url.username = "";
    url.password = "";
    url.search = "";
    return url.href;
  } catch {
    return "an address that is no URL";
  }
}

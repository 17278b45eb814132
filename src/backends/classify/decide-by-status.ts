import type { Decision, Seen } from "./decide.ts";
import { HOPELESS } from "./passing-texts.ts";
import { matches } from "./pattern.ts";

/** What the text leaves open. */
export function decideByStatus(seen: Seen): Decision {
  const { status, body } = seen;
  const known = KNOWN[status];
  if (known !== undefined) return known(seen);
  if (status >= 300 && status < 400) return redirected(seen);
  if (status >= 500 && status <= 599)
    return {
      class: "transient",
      reason: `the server failed with ${status}`,
      // A gateway gave up waiting; a stream would have kept it.
      action: body.isHtml && (status === 504 || status === 524) ? "stream" : null,
      ...(matches(HOPELESS, body.text) ? { worthRetrying: false } : {}),
    };
  if (seen.isInSuccess) return errorInSuccess(seen);
  return { class: "unknown", reason: `the status ${status} is not known`, worthRetrying: false };
}

const refused = ({ status }: Seen): Decision => ({
  class: "permanent",
  scope: "request",
  reason: `the server refuses the request with ${status}`,
});

const passes = ({ status }: Seen): Decision => ({
  class: "transient",
  reason: `the server answered ${status}, which passes`,
});

const KNOWN: Readonly<Record<number, (seen: Seen) => Decision>> = {
  400: refused,
  401: () => ({ class: "permanent", scope: "auth", reason: "the key is missing or wrong" }),
  402: () => ({ class: "permanent", scope: "quota", reason: "the account has no credit left" }),
  403: forbidden,
  404: () => ({ class: "permanent", scope: "request", reason: "the path is not there" }),
  405: refused,
  407: () => ({ class: "permanent", scope: "auth", reason: "a proxy asks for credentials" }),
  408: passes,
  409: passes,
  410: refused,
  415: refused,
  422: refused,
  424: passes, // TGI: the generation failed
  425: passes,
  451: refused,
  498: passes, // Groq: no capacity in the flex tier
  499: passes, // nginx, LMDeploy: somebody closed the connection, and it was not us
  501: refused,
  505: refused,
};

/** Also what firewalls, proxies and moderation answer, to a key that is right. */
function forbidden({ body }: Seen): Decision {
  const isAboutContent =
    body.isHtml || /flagged|moderation|content|host (?:header|not allowed)/i.test(body.text);
  return { class: "permanent", scope: isAboutContent ? "request" : "auth", reason: "access is refused" };
}

function redirected({ headers }: Seen): Decision {
  const target = headers["location"];
  return {
    class: "permanent",
    scope: "request",
    reason:
      target === undefined || target === ""
        ? "the server redirects"
        : `the server redirects to ${withoutSecrets(target)}`,
  };
}

/** An error in a 200 without a status of its own: by its type, else taken for one that passes. */
function errorInSuccess({ body }: Seen): Decision {
  return /invalid_request|BadRequest|not_found|permission|invalid_argument/i.test(body.text)
    ? {
        class: "permanent",
        scope: "request",
        reason: "the server refuses the request, with a status of 200",
      }
    : { class: "transient", reason: "the server failed, with a status of 200" };
}

/** Shown on a terminal: no credentials, no query, nothing that is no visible character. */
function withoutSecrets(location: string): string {
  return location
    .replace(/\/\/[^/@]*@/, "//")
    .replace(/[?#].*$/s, "")
    .replace(/[^\u0021-\u007e]/g, "")
    .slice(0, 200);
}

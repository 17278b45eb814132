import type { ErrorLink, TransportFailure } from "../transport/failure.ts";
import type { Classification } from "./classify.ts";
import { cleanServerMessage } from "./server-message.ts";

interface Row {
  readonly test: (links: readonly ErrorLink[]) => boolean;
  readonly class: "transient" | "permanent";
  readonly reason: string;
  readonly worthRetrying?: boolean;
}

const code =
  (pattern: RegExp) =>
  (links: readonly ErrorLink[]): boolean =>
    links.some((link) => typeof link.code === "string" && pattern.test(link.code));
const message =
  (pattern: RegExp) =>
  (links: readonly ErrorLink[]): boolean =>
    links.some((link) => pattern.test(link.message ?? ""));
const name =
  (pattern: RegExp) =>
  (links: readonly ErrorLink[]): boolean =>
    links.some((link) => pattern.test(link.name ?? ""));

/** First match wins. Codes and texts as Node 20, 22 and 24 with undici give them, and Bun. */
const ROWS: readonly Row[] = [
  { test: message(/Proxy response \(407\)/), class: "permanent", reason: "a proxy asks for credentials" },
  {
    test: message(/Proxy response \(\d+\)/),
    class: "transient",
    reason: "a proxy in between could not connect",
  },
  { test: code(/^SLMCODE_INVALID_KEY$/), class: "permanent", reason: "the key cannot be sent" },
  {
    test: message(/invalid header value|ByteString|includes credentials/i),
    class: "permanent",
    reason: "the key or the URL cannot be sent",
  },
  {
    test: code(/CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/),
    class: "permanent",
    reason: "the server's certificate is not trusted",
  },
  {
    test: code(/^ERR_SSL|^EPROTO$|^ERR_TLS/),
    class: "permanent",
    reason: "TLS failed; the server may speak plain http",
  },
  { test: code(/^ERR_INVALID_URL$/), class: "permanent", reason: "the endpoint is not a usable URL" },
  {
    test: message(/Failed to parse URL|unknown scheme|Invalid URL/i),
    class: "permanent",
    reason: "the endpoint is not a usable URL",
  },
  { test: message(/^bad port$/), class: "permanent", reason: "the port is one that clients refuse" },
  { test: message(/redirect/i), class: "permanent", reason: "the server redirects" },
  { test: name(/HTTPParserError/), class: "permanent", reason: "what answers there does not speak HTTP" },
  { test: code(/^HPE_/), class: "permanent", reason: "what answers there does not speak HTTP" },
  {
    test: code(/^SLMCODE_RESPONSE_TOO_LARGE$/),
    class: "permanent",
    reason: "the answer is larger than it may be",
  },
  {
    test: code(/^ENOTFOUND$/),
    class: "transient",
    reason: "the host's name is not known",
    worthRetrying: false,
  },
  { test: code(/^EAI_AGAIN$/), class: "transient", reason: "the name server did not answer" },
  {
    test: code(/^(?:ECONNREFUSED|ConnectionRefused)$/),
    class: "transient",
    reason: "the connection was refused: nothing listens there",
  },
  {
    test: code(/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENETDOWN|EHOSTDOWN)$/),
    class: "transient",
    reason: "the host cannot be reached",
  },
  {
    test: code(/^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|ConnectionClosed|FailedToOpenSocket)$/),
    class: "transient",
    reason: "the connection broke",
  },
  {
    test: code(/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ConnectTimeout)$/),
    class: "transient",
    reason: "no connection in time",
  },
  { test: code(/^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/), class: "transient", reason: "the server went silent" },
  {
    test: code(/^SLMCODE_TRUNCATED_STREAM$/),
    class: "transient",
    reason: "the stream ended before it was finished",
  },
  { test: code(/^(?:UND_ERR_|Z_)/), class: "transient", reason: "the answer did not arrive whole" },
  {
    test: message(/^(?:terminated|fetch failed|other side closed|socket hang up)$/),
    class: "transient",
    reason: "the connection broke",
  },
  { test: name(/^TimeoutError$/), class: "transient", reason: "no answer in time" },
];

/** A failure without an HTTP answer. A deadline of ours is transient; only the caller's own signal makes it canceled. */
export function classifyTransport({ error, context }: TransportFailure): Classification {
  const known = ROWS.find((row) => row.test(error));
  const words = wordsOf(error);
  const common = {
    serverMessage: words === null ? null : cleanServerMessage(words),
    retryAfterMs: null,
    resetsAt: null,
    refusesField: null,
    scope: "none",
    demote: false,
    action: null,
    effectiveStatus: null,
  } as const;
  if (context?.local_abort === true)
    return { ...common, class: "canceled", reason: "canceled", worthRetrying: false };
  if (context?.local_timeout === true)
    return { ...common, class: "transient", reason: "no answer in time", worthRetrying: true };
  if (known === undefined)
    return {
      ...common,
      class: "unknown",
      reason: "the request failed in a way that is not known",
      worthRetrying: false,
    };
  return {
    ...common,
    class: known.class,
    reason: known.reason,
    worthRetrying: known.worthRetrying ?? known.class === "transient",
  };
}

/** The innermost sentence that says more than "fetch failed". A value that was thrown as text may be anybody's: not shown. */
function wordsOf(error: readonly ErrorLink[]): string | null {
  const telling = [...error]
    .reverse()
    .find(
      (link) =>
        (link.message ?? "") !== "" &&
        !/^(?:fetch failed|terminated|Request was cancelled\.)$/.test(link.message!),
    );
  if (telling?.message === undefined) return null;
  return /invalid header value|includes credentials|ByteString/i.test(telling.message)
    ? "the key or the URL holds characters that cannot be sent"
    : telling.message;
}

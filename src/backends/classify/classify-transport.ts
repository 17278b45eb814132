import type { ErrorLink, TransportFailure } from "../transport/failure.ts";
import type { Classification, FailureScope, Remedy } from "./classify.ts";
import { cleanServerMessage } from "./server-message.ts";

interface Row {
  /** Any of these that is there is looked for in every link of the chain of causes. */
  readonly code?: RegExp;
  readonly message?: RegExp;
  readonly name?: RegExp;
  readonly class: "transient" | "permanent";
  readonly reason: string;
  readonly scope?: FailureScope;
  readonly action?: Remedy;
  /** False where the class says that it may pass, and sense says that another try is of no use. */
  readonly worthRetrying?: boolean;
}

/** First match wins. Codes and texts as Node 20, 22 and 24, undici and Bun give them, and our own. */
const ROWS: readonly Row[] = [
  {
    message: /Proxy response \(407\)/,
    class: "permanent",
    reason: "a proxy asks for credentials",
    scope: "auth",
  },
  { message: /Proxy response \(\d+\)/, class: "transient", reason: "a proxy in between could not connect" },
  {
    code: /^SLMCODE_INVALID_KEY$/,
    message: /invalid header value|ByteString|invalid authorization header|ERR_INVALID_CHAR/i,
    class: "permanent",
    reason: "the key cannot be sent",
    scope: "auth",
  },
  {
    message: /includes credentials|holds a user name or password/i,
    class: "permanent",
    reason: "the endpoint holds a user name or password",
  },
  {
    code: /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/,
    message: /unable to verify the first certificate|self-signed certificate/i,
    class: "permanent",
    reason: "the server's certificate is not trusted",
  },
  {
    code: /^ERR_SSL|^EPROTO$|^ERR_TLS/,
    class: "permanent",
    reason: "TLS failed; the server may speak plain http",
  },
  {
    code: /^ERR_INVALID_(?:URL|PROTOCOL)$/,
    message: /Failed to parse URL|unknown scheme|Invalid URL/i,
    class: "permanent",
    reason: "the endpoint is not a usable URL",
  },
  { message: /^bad port$/, class: "permanent", reason: "the port is one that clients refuse" },
  { message: /redirect/i, class: "permanent", reason: "the server redirects" },
  {
    code: /^HPE_/,
    name: /^HTTPParserError$/,
    class: "permanent",
    reason: "what answers there does not speak HTTP",
  },
  {
    code: /^SLMCODE_RESPONSE_TOO_LARGE$|^UND_ERR_(?:RES_EXCEEDED_MAX_SIZE|HEADERS_OVERFLOW)$/,
    class: "permanent",
    reason: "the answer is larger than it may be",
  },
  {
    code: /^UND_ERR_INVALID_ARG$/,
    class: "permanent",
    reason: "the request cannot be sent as it is",
  },
  {
    code: /^ENOTFOUND$/,
    class: "transient",
    reason: "the host's name is not known",
    worthRetrying: false,
  },
  { code: /^EAI_(?:AGAIN|FAIL|NODATA)$/, class: "transient", reason: "the name server did not answer" },
  {
    code: /^(?:ECONNREFUSED|ConnectionRefused)$/,
    class: "transient",
    reason: "the connection was refused: nothing listens there",
  },
  {
    code: /^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENETDOWN|EHOSTDOWN)$/,
    class: "transient",
    reason: "the host cannot be reached",
  },
  {
    code: /^SLMCODE_TRUNCATED_STREAM$/,
    class: "transient",
    reason: "the stream ended before it was finished",
  },
  {
    code: /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ConnectTimeout|ESOCKETTIMEDOUT)$/,
    class: "transient",
    reason: "no connection in time",
  },
  {
    code: /^UND_ERR_HEADERS_TIMEOUT$/,
    class: "transient",
    reason: "the server went silent",
    action: "stream",
  },
  { code: /^UND_ERR_BODY_TIMEOUT$/, class: "transient", reason: "the server went silent" },
  {
    code: /^(?:ECONNRESET|EPIPE|ECONNABORTED|ENOTCONN|UND_ERR_SOCKET|ConnectionClosed|FailedToOpenSocket)$/,
    class: "transient",
    reason: "the connection broke",
  },
  { code: /^(?:UND_ERR_|Z_|ERR_STREAM_)/, class: "transient", reason: "the answer did not arrive whole" },
  {
    message: /^(?:terminated|fetch failed|other side closed|socket hang up|aborted)$/,
    class: "transient",
    reason: "the connection broke",
  },
  { name: /^TimeoutError$/, class: "transient", reason: "no answer in time" },
];

/** A failure without an HTTP answer. A deadline of ours is transient; only the caller's own signal makes it canceled. */
export function classifyTransport({ error, context }: TransportFailure): Classification {
  const decided = decide(error, context);
  return {
    serverMessage: wordsOf(error),
    retryAfterMs: null,
    resetsAt: null,
    refusesField: null,
    scope: "none",
    demote: false,
    worthRetrying: decided.class === "transient",
    action: null,
    effectiveStatus: null,
    ...decided,
  };
}

function decide(
  links: readonly ErrorLink[],
  context: TransportFailure["context"],
): Pick<Classification, "class" | "reason"> & Partial<Classification> {
  if (context?.local_abort === true) return { class: "canceled", reason: "canceled" };
  if (context?.local_timeout === true) return { class: "transient", reason: "no answer in time" };
  const known = ROWS.find((row) => links.some((link) => isOf(link, row)));
  if (known === undefined)
    return { class: "unknown", reason: "the request failed in a way that is not known" };
  const { class: failureClass, reason, scope, action, worthRetrying } = known;
  return {
    class: failureClass,
    reason,
    ...(scope === undefined ? {} : { scope }),
    ...(action === undefined ? {} : { action }),
    ...(worthRetrying === undefined ? {} : { worthRetrying }),
  };
}

function isOf(link: ErrorLink, { code, message, name }: Row): boolean {
  return (
    (code?.test(typeof link.code === "string" ? link.code : "") ?? false) ||
    (message?.test(link.message ?? "") ?? false) ||
    (name?.test(link.name ?? "") ?? false)
  );
}

/** Messages that say no more than that something failed. */
const EMPTY_WORDS = /^(?:fetch failed|terminated|Request was cancelled\.|)$/;
/** Messages of Node that print the key or the password. */
const TELLTALE = /invalid header value|includes credentials|ByteString/i;

/** The innermost sentence that says more than "fetch failed". A value that was thrown as text may be anybody's: not shown. */
function wordsOf(error: readonly ErrorLink[]): string | null {
  const telling = [...error].reverse().find((link) => !EMPTY_WORDS.test(link.message ?? ""));
  if (telling?.message === undefined) return null;
  return TELLTALE.test(telling.message)
    ? "the key or the URL holds characters that cannot be sent"
    : cleanServerMessage(telling.message);
}

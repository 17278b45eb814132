import { isJsonObject } from "../../json-value.ts";
import type { HttpFailure } from "../transport/failure.ts";
import type { Classification, FailureScope } from "./classify.ts";
import { type ErrorBody, readErrorBody } from "./error-body.ts";
import { fieldRefusal } from "./field-refusal.ts";
import {
  AUTH,
  COMBINATION,
  MODEL,
  MONEY,
  NOT_OVERFLOW,
  OVERFLOW,
  type Pattern,
  SAMPLING,
  SCHEMA,
  TOOLS,
} from "./patterns.ts";
import { asksToWait, retryHint } from "./retry-hint.ts";
import { cleanServerMessage } from "./server-message.ts";

/** Everything that the decision looks at. */
interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
  readonly raw: string;
  readonly hintMs: number | null;
  readonly explicitHint: boolean;
}

type Decision = Pick<Classification, "class" | "reason"> & Partial<Classification>;

/** A hint above this is not waited for: clamped to a retry's ceiling it would make doomed calls. */
const FAR_MS = 60_000;

export function classifyHttp({ status, headers: given, body: raw, context }: HttpFailure): Classification {
  const headers = lowerCase(given);
  const body = readErrorBody(raw);
  const nowMs = typeof context?.now === "string" ? Date.parse(context.now) : (context?.now ?? Date.now());
  const hint = retryHint({
    headers,
    values: body.values,
    text: body.text,
    nowMs: Number.isNaN(nowMs) ? Date.now() : nowMs,
  });
  const effectiveStatus = status >= 200 && status < 300 ? (body.statuses[0] ?? status) : status;
  const seen: Seen = {
    status: effectiveStatus,
    headers,
    body,
    raw,
    hintMs: hint?.delayMs ?? null,
    explicitHint: asksToWait(headers) || hint?.explicit === true,
  };
  const decided = context?.local_abort === true ? canceled() : decide(seen, status);
  const waits = decided.class === "rate_limited" || decided.class === "transient";
  const retryAfterMs = waits ? seen.hintMs : null;
  const isFar = retryAfterMs !== null && retryAfterMs > FAR_MS;
  return {
    serverMessage: body.sentence === null ? null : cleanServerMessage(body.sentence),
    retryAfterMs,
    resetsAt: isFar ? new Date(Math.min(nowMs + retryAfterMs, 8.64e15)).toISOString() : null,
    refusesField: null,
    scope: "none",
    demote: false,
    worthRetrying: waits && !isFar,
    action: null,
    effectiveStatus,
    ...decided,
  };
}

function canceled(): Decision {
  return { class: "canceled", reason: "canceled", worthRetrying: false };
}

/** First the text, then the status; the order is the rule. */
function decide(seen: Seen, outerStatus: number): Decision {
  const { status, headers, body } = seen;
  if (outerStatus >= 200 && outerStatus < 300) {
    const inside = insideSuccess(seen);
    if (inside !== null) return inside;
  }
  if (isOverflow(seen))
    return permanentAs(
      "context_overflow",
      "overflow",
      "the request does not fit the model's context",
      lowersCap(body.text) ? "lower_max_tokens" : null,
    );
  if (matches(MONEY, body.text) && !asksToWait(headers))
    return permanent("quota", "the account has no quota or credit left");
  if (status === 429 || seen.explicitHint) return rateLimited(seen);
  const hinted = headers["x-should-retry"];
  if (hinted === "true")
    return { class: "transient", reason: "the server says that it is worth another try" };
  if (hinted === "false")
    return {
      ...permanent("none", "the server says that another try is of no use"),
      ...(isAuthStatus(status) ? { scope: "auth" } : {}),
    };
  return byText(seen) ?? byStatus(seen);
}

/** A 200 that is no completion; `null` where the error in it is to be read like any other. */
function insideSuccess({ body, raw, status, explicitHint }: Seen): Decision | null {
  if (body.isHtml) return permanent("request", "a web page came instead of an API's answer");
  const answer = body.values[0];
  const hasError =
    body.values.some(
      (value) => /"error"|"finish_reason":\s*"error"/.test(JSON.stringify(value)) && errorIn(value),
    ) || /^event: ?error/m.test(raw);
  if (hasError) {
    if (status >= 400 || explicitHint) return null;
    if (/unexpected endpoint or method/i.test(body.text))
      return permanent("request", "the path is not the API's");
    return null;
  }
  if (body.values.length === 0) {
    const isProse = raw.trim() !== "" && !/^\s*(?:[:{["]|data:|event:|id:)/.test(raw);
    return isProse
      ? permanent("request", "what came is not an API's answer")
      : { class: "transient", reason: "the answer is empty or was cut off" };
  }
  const choices = isJsonObject(answer) ? answer["choices"] : undefined;
  if (Array.isArray(choices) && choices.length > 0)
    return { class: "unknown", reason: "the answer is a completion, not a failure" };
  return { class: "transient", reason: "the answer holds no completion" };
}

function errorIn(value: unknown): boolean {
  if (!isJsonObject(value)) return Array.isArray(value) && value.some(errorIn);
  const { error, choices, object } = value;
  if (error !== undefined && error !== null && error !== "" && error !== false) return true;
  if (object === "error") return true;
  return (
    Array.isArray(choices) &&
    choices.some((choice) => isJsonObject(choice) && (choice["finish_reason"] === "error" || errorIn(choice)))
  );
}

function isOverflow({ status, body, raw }: Seen): boolean {
  if (matches(NOT_OVERFLOW, body.text)) return false;
  if (status === 401 || status === 403) return false;
  // Groq and OpenAI count a minute's tokens: a request above the limit itself can never succeed, one above the rest can.
  if (/Used \d+/.test(body.text) && /try again/i.test(body.text)) return false;
  return (
    matches(OVERFLOW, body.text) ||
    (status === 413 && raw !== "" && !body.isHtml) ||
    (status === 413 && raw === "")
  );
}

/** Prompt and cap together are too much, the prompt alone is not. */
function lowersCap(text: string): boolean {
  const numbers = /maximum context length is (\d+)[\s\S]*?\((\d+) (?:in|of|from)/i.exec(text);
  if (numbers !== null) return Number(numbers[2]) < Number(numbers[1]);
  return /max_tokens|max_completion_tokens|max_new_tokens/.test(text);
}

function rateLimited({ body, hintMs, status }: Seen): Decision {
  const daily =
    /per[ _-]?day|PerDay|free-models-per-day|daily limit/i.test(body.text) &&
    (hintMs === null || hintMs > FAR_MS);
  const failedLoad = status === 503 && /could not load|failed to load|load(?:ing)? failed/i.test(body.text);
  return {
    class: "rate_limited",
    reason: failedLoad
      ? "the server could not load the model and waits before it tries again"
      : "the server asks to wait",
    ...(daily || failedLoad ? { worthRetrying: false } : {}),
  };
}

/** Texts that decide whatever the status is; old llama.cpp and ik_llama.cpp throw refusals as 500. */
function byText({ status, body }: Seen): Decision | null {
  const { text } = body;
  if (matches(AUTH, text) && (status < 500 || status === 500) && !/rate limit/i.test(text))
    return permanent("auth", "the key is missing, wrong or may not do this");
  if (matches(SAMPLING, text))
    return permanent("sampling", "the server checked the finished text and refused it");
  if (matches(COMBINATION, (body.sentence === null ? null : cleanServerMessage(body.sentence)) ?? text))
    return permanent("combination", "two fields of the request do not go together here");
  if (matches(SCHEMA, text))
    return {
      ...permanent("schema", "the server does not take this schema or grammar", "simplify_schema"),
      refusesField: null,
    };
  if (matches(TOOLS, text))
    return { ...permanent("combination", "the server refuses tools for this model"), refusesField: "tools" };
  const isModelStatus = status === 400 || status === 404 || status === 403 || status === 422;
  if (isModelStatus && matches(MODEL, text) && !/response[_ ]format|json_schema/i.test(text))
    return permanent("model", "the server does not have this model, or not for this key");
  const refusal = fieldRefusal(body, status);
  if (refusal !== null) {
    const scope: FailureScope = refusal.isConstraint ? "capability" : "request";
    return {
      ...permanent(scope, `the server refuses the field ${refusal.field}`, refusal.action),
      refusesField: refusal.field,
      demote: refusal.isConstraint && refusal.demotes,
    };
  }
  return null;
}

const PERMANENT: ReadonlySet<number> = new Set([
  400, 401, 402, 403, 404, 405, 407, 410, 413, 415, 422, 451, 501, 505,
]);
const TRANSIENT: ReadonlySet<number> = new Set([408, 409, 424, 425, 498, 499]);

function byStatus({ status, body, headers }: Seen): Decision {
  if (status >= 300 && status < 400) {
    const target = headers["location"];
    return permanent(
      "request",
      target === undefined ? "the server redirects" : `the server redirects to ${withoutSecrets(target)}`,
    );
  }
  if (isAuthStatus(status))
    return permanent(
      /flagged|moderation|content/i.test(body.text) || body.isHtml ? "request" : "auth",
      status === 401 ? "the key is missing or wrong" : "access is refused",
    );
  if (status === 407) return permanent("auth", "a proxy asks for credentials");
  if (status === 402) return permanent("quota", "the account has no credit left");
  if (status === 404) return permanent("request", "the path is not there");
  if (TRANSIENT.has(status))
    return { class: "transient", reason: `the server answered ${status}, which passes` };
  if (PERMANENT.has(status)) return permanent("request", `the server refuses the request with ${status}`);
  if (status >= 500 && status <= 599) {
    const hopeless =
      /No models? (?:are |is )?(?:currently )?loaded|error loading model|no longer running/i.test(body.text);
    return {
      class: "transient",
      reason: `the server failed with ${status}`,
      ...(hopeless ? { worthRetrying: false } : {}),
    };
  }
  if (status >= 200 && status < 300) return errorInSuccess(body);
  return { class: "unknown", reason: `the status ${status} is not known`, worthRetrying: false };
}

/** An error in a 200 without a status of its own: by its type, else taken for one that passes. */
function errorInSuccess({ text }: ErrorBody): Decision {
  if (/invalid_request|BadRequest|not_found|permission|invalid_argument/i.test(text))
    return permanent("request", "the server refuses the request, with a status of 200");
  return { class: "transient", reason: "the server failed, with a status of 200" };
}

function isAuthStatus(status: number): boolean {
  return status === 401 || status === 403;
}

function permanent(scope: FailureScope, reason: string, action: Classification["action"] = null): Decision {
  return permanentAs("permanent", scope, reason, action);
}

function permanentAs(
  failureClass: "permanent" | "context_overflow",
  scope: FailureScope,
  reason: string,
  action: Classification["action"],
): Decision {
  return { class: failureClass, scope, reason, action, worthRetrying: false };
}

function matches(patterns: readonly Pattern[], text: string): boolean {
  return patterns.some(({ pattern }) => pattern.test(text));
}

function lowerCase(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function withoutSecrets(location: string): string {
  return location.replace(/\/\/[^/@]*@/, "//").replace(/[?#].*$/, "");
}

import { MONEY, RATE_LIMIT } from "./account-texts.ts";
import type { Classification } from "./classify.ts";
import { decideByStatus } from "./decide-by-status.ts";
import { decideByText } from "./decide-by-text.ts";
import type { ErrorBody } from "./error-body.ts";
import { insideSuccess } from "./inside-success.ts";
import { overflow } from "./overflow.ts";
import { DAILY, HOPELESS } from "./passing-texts.ts";
import { firstMatch, matches } from "./pattern.ts";

/** Everything that the decision looks at. */
export interface Seen {
  /** The one in the body, where the answer was a 200 and the body holds one. */
  readonly status: number;
  readonly isInSuccess: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
  readonly raw: string;
  /** The server's own sentence, cleaned. */
  readonly sentence: string | null;
  readonly hintMs: number | null;
  /** The hint is too far away to wait for. */
  readonly isFar: boolean;
  /** By a header or a field that is made for it, readable or not. */
  readonly asksToWait: boolean;
}

export type Decision = Pick<Classification, "class" | "reason"> & Partial<Classification>;

/** First the text, then the status; the order is the rule. */
export function decide(seen: Seen): Decision {
  const { status, headers, body } = seen;
  if (seen.isInSuccess) {
    const inside = insideSuccess(seen);
    if (inside !== null) return inside;
  }
  const tooLong = overflow(seen);
  if (tooLong !== null) return tooLong;
  // OpenRouter's 402 for requests in flight and LocalAI's quota heal: they come with Retry-After.
  const money = headers["retry-after"] === undefined ? firstMatch(MONEY, body.text) : null;
  if (money !== null)
    return {
      class: "permanent",
      scope: "quota",
      reason: "the account has no quota or credit left",
      action: money.action ?? null,
    };
  if (status === 429 || seen.asksToWait || isLimitByText(seen)) return rateLimited(seen);
  return shouldRetry(seen) ?? decideByText(seen) ?? decideByStatus(seen);
}

/** OpenAI and Anthropic say themselves whether another try makes sense. */
function shouldRetry({ headers, status }: Seen): Decision | null {
  switch (headers["x-should-retry"]) {
    case "true":
      return { class: "transient", reason: "the server says that it is worth another try" };
    case "false":
      return {
        class: "permanent",
        scope: status === 401 || status === 403 ? "auth" : "none",
        reason: "the server says that another try is of no use",
      };
    default:
      return null;
  }
}

function isLimitByText({ status, body }: Seen): boolean {
  return status !== 401 && status !== 404 && !body.isHtml && matches(RATE_LIMIT, body.text);
}

function rateLimited({ body, headers, hintMs, isFar, status }: Seen): Decision {
  const failedLoad = status === 503 && matches(HOPELESS, body.text);
  const isDaily = matches(DAILY, body.text) && (hintMs === null || isFar);
  const isFinal = isDaily || failedLoad || headers["x-should-retry"] === "false";
  return {
    class: "rate_limited",
    reason: failedLoad
      ? "the server could not load the model and waits before it tries again"
      : "the server asks to wait",
    ...(isFinal ? { worthRetrying: false } : {}),
  };
}
